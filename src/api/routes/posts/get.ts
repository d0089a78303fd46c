import { createRoute } from '@hono/zod-openapi';
import { getPost } from '../../../services/posts/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../descriptions.js';
import { exampleIds } from '../../examples.js';
import { idParams } from '../../fields.js';
import { operation } from '../../operation.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'get';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getPost',
  tags: ['Posts'],
  summary: 'Get a post',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post) },
  responses: {
    200: jsonResponse(postSchema, 'The post.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getPostOperation = operation(route, async (c) => {
  const post = await getPost(c.var.ctx, { postId: c.req.valid('param').id });
  return c.json(toPostResponse(post), 200);
});
