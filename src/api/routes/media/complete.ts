import { createRoute, z } from '@hono/zod-openapi';
import { completeMedia } from '../../../services/media/complete.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const method = 'post';
const path = '/media/{id}/complete';

const body = z.strictObject({}).openapi('CompleteMedia');

const route = createRoute({
  method,
  path,
  operationId: 'completeMedia',
  tags: ['Media'],
  summary: 'End an upload',
  description:
    'The bytes are taken out of the uploader’s reach, looked at, measured and compared with what was announced. Repeating it gives the same answer.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media), body: jsonRequest(body, { required: false }) },
  responses: {
    200: jsonResponse(mediaSchema, 'The asset: READY, or PROCESSING where another call is still at it.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'EMPTY_BODY',
        'UNSUPPORTED_MIME',
        'FILE_TOO_LARGE',
        'STORAGE_WRITE_FAILED',
      ],
    }),
  },
});

export const completeMediaOperation = operation(route, async (c) => {
  const media = await completeMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
  return c.json(toMediaResponse(media), 200);
});
