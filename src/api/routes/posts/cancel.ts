import { createRoute } from '@hono/zod-openapi';
import { cancelPost } from '../../../services/posts/cancel.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../descriptions.js';
import { exampleIds } from '../../examples.js';
import { idParams } from '../../fields.js';
import { operation } from '../../operation.js';
import { actionCodes, cancelSchema } from './action-schema.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'post';
const path = '/posts/{id}/cancel';

const route = createRoute({
  method,
  path,
  operationId: 'cancelPost',
  tags: ['Posts'],
  summary: 'Cancel a post',
  description:
    'While a post is being published, the targets whose publication has not begun are cancelled. Cancelling again changes nothing.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(cancelSchema, { required: false }) },
  responses: {
    200: jsonResponse(postSchema, 'The post, cancelled.'),
    ...errorResponses({ method, path, body: true, codes: actionCodes }),
  },
});

export const cancelPostOperation = operation(route, async (c) => {
  const post = await cancelPost(c.var.ctx, { postId: c.req.valid('param').id });
  return c.json(toPostResponse(post), 200);
});
