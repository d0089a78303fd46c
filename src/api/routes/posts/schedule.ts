import { schedulePost } from '../../../services/posts/schedule.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, scheduleBody, parseSchedule } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const schedulePostOperation = defineOperation(
  {
    id: 'schedulePost',
    call: 'POST /posts/{id}/schedule',
    tag: 'Posts',
    summary: 'Schedule a post',
    description:
      'Schedules a draft, moves a scheduled post, or schedules a failed or canceled post again. If the workspace requires approval and the post has none, it waits as NEEDS_APPROVAL. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post), body: scheduleBody },
    out: { 200: jsonResponse(postSchema, 'The scheduled post.') },
    errors: [
      ...actionCodes,
      'CHANGE_UNDER_WAY',
      'FK_VIOLATION',
      'UNSUPPORTED_MIME',
      'PLATFORM_RULE_VIOLATION',
    ],
    resource: postResource,
  },
  async (c) => {
    const { scheduledAt } = parseSchedule(c.req.valid('json'));
    const postId = c.req.valid('param').id;
    const post = await oncePerPost(c, postId, () => schedulePost(c.var.ctx, { postId, scheduledAt }));
    return c.json(toPostResponse(post), 200);
  },
);
