import { openApiDocument as documentOf, openApiText as textOf } from '../../src/api/document/document.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { optionsSchemasOf } from '../../src/platforms/kit/definition.js';

/** What the API is told of the platforms' options. */
export const optionsSchemas = optionsSchemasOf(platformDefinitions);

/** The description as the service gives it. */
export const openApiDocument = (): object => documentOf(optionsSchemas);
export const openApiText = (): string => textOf(optionsSchemas);
