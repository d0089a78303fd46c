import { createRoute } from '@hono/zod-openapi';
import { reschedulePost } from '../../../services/posts/schedule.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, scheduleBody, parseSchedule } from './action-schema.js';
import { speakingOf } from './paths.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

const method = 'post';
const path = '/posts/{id}/reschedule';

const route = createRoute({
  method,
  path,
  operationId: 'reschedulePost',
  tags: ['Posts'],
  summary: 'Move a scheduled post',
  description: 'Moves a scheduled post to another time. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(scheduleBody, { required: true }) },
  responses: {
    200: jsonResponse(postSchema, 'The rescheduled post.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [...actionCodes, 'FK_VIOLATION', 'UNSUPPORTED_MIME', 'PLATFORM_RULE_VIOLATION'],
    }),
  },
});

export const reschedulePostOperation = operation(
  route,
  async (c) => {
    const { scheduledAt } = parseSchedule(c.req.valid('json'));
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () =>
      speakingOf(c.var.ctx, postId, reschedulePost(c.var.ctx, { postId, scheduledAt })),
    );
    return c.json(toPostResponse(post), 200);
  },
  postResource,
);
