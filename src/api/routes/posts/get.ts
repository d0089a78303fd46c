import { z } from '@hono/zod-openapi';
import { getPost } from '../../../services/posts/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { expandField, postSchema, toPostResponse, postResource } from './schema.js';

export const getPostOperation = defineOperation(
  {
    id: 'getPost',
    call: 'GET /posts/{id}',
    tag: 'Posts',
    summary: 'Get a post',
    description: 'Returns one post with its targets and media. Deleted posts return 404.',
    credential: 'key or session',
    scope: 'posts:read',
    in: { params: idParams(exampleIds.post), query: z.strictObject({ expand: expandField }) },
    out: { 200: jsonResponse(postSchema, 'The post.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: postResource,
  },
  async (c) => {
    const post = await getPost(c.var.ctx, {
      postId: c.req.valid('param').id,
      ...omitUndefined(c.req.valid('query')),
    });
    return c.json(toPostResponse(post), 200);
  },
);
