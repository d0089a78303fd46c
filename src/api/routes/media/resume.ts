import { resumeUpload } from '../../../services/media/presign.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { presignedMediaSchema, toPresignedResponse } from './schema.js';

export const resumeUploadOperation = defineOperation(
  {
    id: 'resumeUpload',
    call: 'POST /media/{id}/upload',
    tag: 'Media',
    summary: 'Resume an upload',
    description:
      'Returns new signed URLs for what is still missing, and says which parts have arrived. Use it after an interruption, or when URLs have expired. To cancel the upload, call `DELETE /media/{id}`. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'media:write',
    in: { params: idParams(exampleIds.media) },
    out: {
      200: jsonResponse(presignedMediaSchema, 'The media asset, and how to send the rest of its file.'),
    },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'STORAGE_WRITE_FAILED',
      'STORAGE_FULL',
    ],
  },
  async (c) => {
    const presigned = await resumeUpload(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.json(toPresignedResponse(presigned), 200);
  },
);
