import { createRoute, z } from '@hono/zod-openapi';
import { getPost } from '../../../services/posts/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { expandField, postSchema, toPostResponse, postResource } from './schema.js';

const method = 'get';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getPost',
  tags: ['Posts'],
  summary: 'Get a post',
  description: 'Returns one post with its targets and media. Deleted posts return 404.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), query: z.strictObject({ expand: expandField }) },
  responses: {
    200: jsonResponse(postSchema, 'The post.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getPostOperation = operation(
  route,
  async (c) => {
    const post = await getPost(c.var.ctx, {
      postId: c.req.valid('param').id,
      ...omitUndefined(c.req.valid('query')),
    });
    return c.json(toPostResponse(post), 200);
  },
  postResource,
);
