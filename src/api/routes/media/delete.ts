import { createRoute } from '@hono/zod-openapi';
import { deleteMedia } from '../../../services/media/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/media/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'deleteMedia',
  tags: ['Media'],
  summary: 'Delete a media asset, or end its upload',
  description:
    'Not while posts that are scheduled, being published or waiting for approval use it. Drafts keep its id, and cannot be scheduled with it any more.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.media) },
  responses: {
    204: { description: 'Deleted.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'MEDIA_IN_USE'],
    }),
  },
});

export const deleteMediaOperation = operation(route, async (c) => {
  await deleteMedia(c.var.ctx, { mediaId: c.req.valid('param').id });
  return c.body(null, 204);
});
