import { createRoute } from '@hono/zod-openapi';
import { cancelPost } from '../../../services/posts/cancel.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, cancelSchema } from './action-schema.js';
import { canceledPostSchema, toCanceledPostResponse } from './schema.js';

const method = 'post';
const path = '/posts/{id}/cancel';

const route = createRoute({
  method,
  path,
  operationId: 'cancelPost',
  tags: ['Posts'],
  summary: 'Cancel a post',
  description:
    'While a post is being published, targets without a call under way are cancelled, and no new call begins. A target whose call has no known outcome is not CANCELED: what became of it follows. `cancelResults` says what could still be stopped. Cancelling again changes nothing.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(cancelSchema, { required: false }) },
  responses: {
    200: jsonResponse(canceledPostSchema, 'The post, with what the cancel could do about each target.'),
    ...errorResponses({ method, path, body: true, codes: actionCodes }),
  },
});

export const cancelPostOperation = operation(route, async (c) => {
  const post = await cancelPost(c.var.ctx, { postId: c.req.valid('param').id });
  return c.json(toCanceledPostResponse(post), 200);
});
