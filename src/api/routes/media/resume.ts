import { createRoute } from '@hono/zod-openapi';
import { resumeUpload } from '../../../services/media/presign.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { presignedMediaSchema, toPresignedResponse } from './schema.js';

const method = 'post';
const path = '/media/{id}/upload';

const route = createRoute({
  method,
  path,
  operationId: 'resumeUpload',
  tags: ['Media'],
  summary: 'Resume an upload',
  description:
    'Returns new signed URLs for what is still missing, and says which parts have arrived. Use it after an interruption, or when URLs have expired. To cancel the upload, call `DELETE /media/{id}`. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media) },
  responses: {
    200: jsonResponse(presignedMediaSchema, 'The media asset, and how to send the rest of its file.'),
    ...errorResponses({
      method,
      path,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'STORAGE_WRITE_FAILED',
        'STORAGE_FULL',
      ],
    }),
  },
});

export const resumeUploadOperation = operation(route, async (c) => {
  const presigned = await resumeUpload(c.var.ctx, { mediaId: c.req.valid('param').id });
  return c.json(toPresignedResponse(presigned), 200);
});
