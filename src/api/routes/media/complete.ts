import { createRoute, z } from '@hono/zod-openapi';
import { completeMedia } from '../../../services/media/complete.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const method = 'post';
const path = '/media/{id}/complete';

const body = z
  .strictObject({})
  .openapi('CompleteMedia', { description: 'An empty object: the call takes no fields.' });

const route = createRoute({
  method,
  path,
  operationId: 'completeMedia',
  tags: ['Media'],
  summary: 'Complete an upload',
  description:
    'Call this after the file has been uploaded. Punctual checks the file and compares it with what you declared. From then on, the file can no longer be changed. Calling it again returns the same result. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media), body: jsonRequest(body, { required: false }) },
  responses: {
    200: jsonResponse(
      mediaSchema,
      'The media asset: READY, or PROCESSING while another call is still checking it.',
    ),
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
        'STORAGE_FULL',
      ],
    }),
  },
});

export const completeMediaOperation = operation(route, async (c) => {
  const media = await completeMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
  return c.json(toMediaResponse(media), 200);
});
