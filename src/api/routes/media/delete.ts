import { createRoute } from '@hono/zod-openapi';
import { deleteMedia } from '../../../services/media/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { mediaResource } from './schema.js';

const method = 'delete';
const path = '/media/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'deleteMedia',
  tags: ['Media'],
  summary: 'Delete a media asset',
  description:
    'Deletes a media asset or cancels its upload. Returns 409 while posts that are scheduled, being published or waiting for approval use it. Drafts keep its id but can no longer be scheduled with it. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media) },
  responses: {
    204: { description: 'The asset is deleted.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'MEDIA_IN_USE'],
    }),
  },
});

export const deleteMediaOperation = operation(
  route,
  async (c) => {
    await deleteMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
    return c.body(null, 204);
  },
  mediaResource,
);
