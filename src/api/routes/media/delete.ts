import { deleteMedia } from '../../../services/media/delete.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaResource } from './schema.js';

export const deleteMediaOperation = defineOperation(
  {
    id: 'deleteMedia',
    call: 'DELETE /media/{id}',
    tag: 'Media',
    summary: 'Delete a media asset',
    description:
      'Deletes a media asset or cancels its upload. Returns 409 while posts that are scheduled, being published or waiting for approval use it. Drafts keep its id but can no longer be scheduled with it. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'media:write',
    in: { params: idParams(exampleIds.media) },
    out: { 204: { description: 'The asset is deleted.' } },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'MEDIA_IN_USE'],
    resource: mediaResource,
  },
  async (c) => {
    await deleteMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.body(null, 204);
  },
);
