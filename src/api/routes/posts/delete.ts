import { createRoute } from '@hono/zod-openapi';
import { deletePost } from '../../../services/posts/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
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
    'Deletes a post from Punctual: lists and `GET /posts/{id}` no longer return it. A post that waits for its time or an approval is canceled as well. What is public on a platform stays public. The call returns 409 while the post is being published, or while Punctual is still finding out whether an earlier call published it. Only owners, admins and editors can do this.',
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
