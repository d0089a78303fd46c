import { createRoute } from '@hono/zod-openapi';
import { deletePost } from '../../../services/posts/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { postResource } from './schema.js';

const method = 'delete';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'deletePost',
  tags: ['Posts'],
  summary: 'Delete a post',
  description:
    'Deletes a post: lists and `GET /posts/{id}` no longer return it. A scheduled post is canceled first. Posts that are already public on a platform stay there. The call returns 409 while the post is being published, or while the result of an earlier call is not known. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post) },
  responses: {
    204: { description: 'The post is deleted.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const deletePostOperation = operation(
  route,
  async (c) => {
    await deletePost(c.var.ctx, { postId: c.req.valid('param').id });
    return c.body(null, 204);
  },
  postResource,
);
