import { createRoute } from '@hono/zod-openapi';
import { retryPost } from '../../../services/posts/retry.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, retrySchema } from './action-schema.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'post';
const path = '/posts/{id}/retry';

const route = createRoute({
  method,
  path,
  operationId: 'retryPost',
  tags: ['Posts'],
  summary: 'Publish failed targets again',
  description: 'At once. Targets that are public already are left alone.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(retrySchema, { required: false }) },
  responses: {
    200: jsonResponse(postSchema, 'The post, queued again.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [...actionCodes, 'FK_VIOLATION', 'PLATFORM_AUTH_FAILED'],
    }),
  },
});

export const retryPostOperation = operation(route, async (c) => {
  const postId = c.req.valid('param').id;
  const { targetIds, republishUnconfirmed } = c.req.valid('json');
  const post = await retryPost(c.var.ctx, { postId, ...omitUndefined({ targetIds, republishUnconfirmed }) });
  return c.json(toPostResponse(post), 200);
});
