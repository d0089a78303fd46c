import { openApiDocument as documentOf, openApiText as textOf } from '../../src/api/document/document.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { optionsSchemasOf } from '../../src/platforms/kit/definition.js';

/** The options of the platforms, as the API gets them. */
export const optionsSchemas = optionsSchemasOf(platformDefinitions);

/** The API description as the service serves it. */
export const openApiDocument = (): object => documentOf(optionsSchemas);
export const openApiText = (): string => textOf(optionsSchemas);
