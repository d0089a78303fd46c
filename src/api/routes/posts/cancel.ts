import { cancelPost, getCanceledPost } from '../../../services/posts/cancel.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { once } from '../../http/once.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { actionCodes, emptyActionSchema } from './action-schema.js';
import { canceledPostSchema, toCanceledPostResponse, postResource } from './schema.js';

export const cancelPostOperation = defineOperation(
  {
    id: 'cancelPost',
    call: 'POST /posts/{id}/cancel',
    tag: 'Posts',
    summary: 'Cancel a post',
    description:
      'Stops a scheduled post from being published. If publishing has already started, targets without an open call to their platform are canceled, and no new call starts. A target whose call has no known result yet is not canceled: its result follows. `cancelResults` says what was still possible for each target. Canceling a post twice changes nothing. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post), body: emptyActionSchema, bodyIsOptional: true },
    out: {
      200: jsonResponse(canceledPostSchema, 'The post, and what the cancellation did for each target.'),
    },
    errors: actionCodes,
    resource: postResource,
  },
  async (c) => {
    const { ctx } = c.var;
    const postId = c.req.valid('param').id;
    const post = await once(
      c,
      () => cancelPost(ctx, { postId }),
      () => getCanceledPost(ctx, { postId }),
    );
    return c.json(toCanceledPostResponse(post), 200);
  },
);
