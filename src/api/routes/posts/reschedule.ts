import { reschedulePost } from '../../../services/posts/schedule.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, scheduleBody, parseSchedule } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const reschedulePostOperation = defineOperation(
  {
    id: 'reschedulePost',
    call: 'POST /posts/{id}/reschedule',
    tag: 'Posts',
    summary: 'Move a scheduled post',
    description: 'Moves a scheduled post to another time. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post), body: scheduleBody },
    out: { 200: jsonResponse(postSchema, 'The rescheduled post.') },
    errors: [...actionCodes, 'FK_VIOLATION', 'UNSUPPORTED_MIME', 'PLATFORM_RULE_VIOLATION'],
    resource: postResource,
  },
  async (c) => {
    const { scheduledAt } = parseSchedule(c.req.valid('json'));
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () => reschedulePost(c.var.ctx, { postId, scheduledAt }));
    return c.json(toPostResponse(post), 200);
  },
);
