import { z } from '@hono/zod-openapi';
import { resolveTarget } from '../../../services/posts/resolve-target.js';
import { exampleIds } from '../../examples/ids.js';
import { resolveSchema } from '../../openapi/resolve-schema.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParam, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const resolveTargetOperation = defineOperation(
  {
    id: 'resolveTarget',
    call: 'POST /posts/{id}/targets/{tid}/resolve',
    tag: 'Posts',
    summary: 'Say whether an unconfirmed target is public',
    description:
      'For a target with the error code PUBLISH_UNCONFIRMED, after you have looked at the account on the platform. With `published: true` the target becomes PUBLISHED, and the status of the post follows, with its event. If the `externalUrl` is on the platform’s website and proves that the post is the account’s (on Bluesky and Facebook), the target gets the post’s id, and a first comment is sent, unless the post was canceled or needs an approval; otherwise its `firstCommentError` says that it was not sent. With `published: false` the target is retried like `POST /posts/{id}/retry` with `republishUnconfirmed`. A target that is PUBLISHED already stays as it is: the same request again returns 200, and one with another `externalUrl` is refused with INVALID_STATE. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:publish',
    in: {
      params: z.object({ id: idParam(exampleIds.post), tid: idParam(exampleIds.target) }),
      body: resolveSchema,
    },
    out: { 200: jsonResponse(postSchema, 'The post. The target is PUBLISHED, or is being published again.') },
    errors: [...actionCodes, 'CHANGE_UNDER_WAY', 'VALIDATION_FAILED', 'FK_VIOLATION', 'PLATFORM_AUTH_FAILED'],
    resource: postResource,
  },
  async (c) => {
    const { id, tid } = c.req.valid('param');
    const { published, externalUrl } = c.req.valid('json');
    const answer = { postId: id, targetId: tid, published, ...omitUndefined({ externalUrl }) };
    const post = await oncePerPost(c, id, () => resolveTarget(c.var.ctx, answer));
    return c.json(toPostResponse(post), 200);
  },
);
