import { createRoute } from '@hono/zod-openapi';
import { rejectPost } from '../../../services/posts/reject.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, rejectSchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

const method = 'post';
const path = '/posts/{id}/reject';

const route = createRoute({
  method,
  path,
  operationId: 'rejectPost',
  tags: ['Posts'],
  summary: 'Send a post back',
  description:
    'Sends a post that needs approval back to its author, with a reason. The post becomes a draft. If some targets are already public, it becomes PARTIALLY_PUBLISHED again, and the others are FAILED as before. Only owners, admins and client reviewers can reject. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(rejectSchema, { required: true }) },
  responses: {
    200: jsonResponse(postSchema, 'The post, which no longer waits for approval.'),
    ...errorResponses({ method, path, body: true, codes: actionCodes }),
  },
});

export const rejectPostOperation = operation(
  route,
  async (c) => {
    const { reason } = c.req.valid('json');
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () => rejectPost(c.var.ctx, { postId, reason }));
    return c.json(toPostResponse(post), 200);
  },
  postResource,
);
