import { z } from '@hono/zod-openapi';
import { completeMedia } from '../../../services/media/complete.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaSchema, toMediaResponse } from './schema.js';

const body = z
  .strictObject({})
  .openapi('CompleteMedia', { description: 'An empty object: the call takes no fields.' });

export const completeMediaOperation = defineOperation(
  {
    id: 'completeMedia',
    call: 'POST /media/{id}/complete',
    tag: 'Media',
    summary: 'Complete an upload',
    description:
      'Call this after the file has been uploaded. Punctual checks the file and compares it with what you declared. From then on, the file can no longer be changed. Calling it again returns the same result. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'media:write',
    in: { params: idParams(exampleIds.media), body, bodyIsOptional: true },
    out: {
      200: jsonResponse(
        mediaSchema,
        'The media asset: READY, or PROCESSING while another call is still checking it.',
      ),
    },
    errors: [
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
  },
  async (c) => {
    const media = await completeMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.json(toMediaResponse(media), 200);
  },
);
