import { createRoute } from '@hono/zod-openapi';
import { deletePost } from '../../../services/posts/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'deletePost',
  tags: ['Posts'],
  summary: 'Delete a post',
  description: 'A scheduled post is cancelled by it. What is public on a platform stays there.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post) },
  responses: {
    204: { description: 'Deleted.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const deletePostOperation = operation(route, async (c) => {
  await deletePost(c.var.ctx, { postId: c.req.valid('param').id });
  return c.body(null, 204);
});
