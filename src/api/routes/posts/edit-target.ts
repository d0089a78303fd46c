import { z } from '@hono/zod-openapi';
import { editTarget } from '../../../services/posts/edit-target.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParam, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes } from './action-schema.js';
import { changeCodes, editTargetSchema } from './change-schema.js';
import { oncePerPost } from './once.js';
import { postResource, postSchema, toPostResponse } from './schema.js';

export const editTargetOperation = defineOperation(
  {
    id: 'editTarget',
    call: 'POST /posts/{id}/targets/{tid}/edit',
    tag: 'Posts',
    summary: 'Edit the text of a public target',
    description:
      'Corrects the text of what a target has published. `docs/platforms.md` says where that is possible, for how long and how often. If the response to Punctual’s call is lost, Punctual looks which text the platform shows. The call waits up to 10 seconds: the last of `edits` is DONE, FAILED or UNCONFIRMED. If it takes longer, it is REQUESTED or RUNNING: get the post again later, or subscribe to `post.target_edited`. If the workspace requires approval, the edit waits as NEEDS_APPROVAL, and `POST /posts/{id}/approve` or `reject` decides about it. After it, `publishedCaption` is the new text, and on some platforms `externalPostId` and `externalUrl` are new. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:publish',
    in: {
      params: z.object({ id: idParam(exampleIds.post), tid: idParam(exampleIds.target) }),
      body: editTargetSchema,
    },
    out: { 200: jsonResponse(postSchema, 'The post, with the edit of the target.') },
    errors: [
      ...actionCodes.filter((code) => code !== 'INVALID_STATE'),
      ...changeCodes,
      'VALIDATION_FAILED',
      'PLATFORM_RULE_VIOLATION',
    ],
    resource: postResource,
  },
  async (c) => {
    const { id, tid } = c.req.valid('param');
    const { text, title } = c.req.valid('json');
    const wanted = { postId: id, targetId: tid, text, ...omitUndefined({ title }) };
    const post = await oncePerPost(c, id, () => editTarget(c.var.ctx, wanted));
    return c.json(toPostResponse(post), 200);
  },
);
