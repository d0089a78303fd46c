import { createRoute } from '@hono/zod-openapi';
import { approvePost } from '../../../services/posts/approve.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, approveSchema } from './action-schema.js';
import { speakingOf } from './paths.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'post';
const path = '/posts/{id}/approve';

const route = createRoute({
  method,
  path,
  operationId: 'approvePost',
  tags: ['Posts'],
  summary: 'Approve a post',
  description:
    'The post is scheduled for the time that it asks for. Once that has passed it needs a new time first: 409 INVALID_STATE. Owners, admins and client reviewers, at the dashboard only.',
  security: sessionSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(approveSchema, { required: false }) },
  responses: {
    200: jsonResponse(postSchema, 'The post, scheduled.'),
    ...errorResponses({ method, path, body: true, codes: [...actionCodes, 'PLATFORM_RULE_VIOLATION'] }),
  },
});

export const approvePostOperation = operation(route, async (c) => {
  const postId = c.req.valid('param').id;
  const post = await speakingOf(c.var.ctx, postId, approvePost(c.var.ctx, { postId }));
  return c.json(toPostResponse(post), 200);
});
