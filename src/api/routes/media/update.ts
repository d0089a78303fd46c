import { createRoute, z } from '@hono/zod-openapi';
import { updateMedia } from '../../../services/media/update.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { altTextField, filenameField } from './fields.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const method = 'patch';
const path = '/media/{id}';

const body = z
  .strictObject({
    altText: altTextField
      .nullish()
      .openapi({ description: 'Used where a post has none of its own for the asset.' }),
    filename: filenameField.nullish(),
  })
  .openapi('UpdateMedia', { example: { altText: 'A harbour at dawn' } });

const route = createRoute({
  method,
  path,
  operationId: 'updateMedia',
  tags: ['Media'],
  summary: 'Change what is said of an asset',
  description:
    'Absent fields keep their value. The bytes of an asset never change. Posts that were approved are published with the alternative text that they had then.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media), body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(mediaSchema, 'The asset as it is now.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    }),
  },
});

export const updateMediaOperation = operation(route, async (c) => {
  const { altText, filename } = c.req.valid('json');
  const mediaId = c.req.valid('param').id;
  return c.json(
    toMediaResponse(await updateMedia(c.var.ctx, { mediaId, ...omitUndefined({ altText, filename }) })),
    200,
  );
});
