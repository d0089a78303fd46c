import { getReply, resolveReply } from '../../../services/comments/resolve.js';
import { exampleIds } from '../../examples/ids.js';
import { once } from '../../http/once.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { resolveSchema } from '../../openapi/resolve-schema.js';
import { commentSchema, toCommentResponse } from './schema.js';

export const resolveReplyOperation = defineOperation(
  {
    id: 'resolveReply',
    call: 'POST /comments/{id}/resolve',
    tag: 'Comments',
    summary: 'Say whether an unconfirmed reply is public',
    description:
      'For a reply of yours with the status UNCONFIRMED, after you have looked at the platform. With `published: true` it becomes SENT; the platform’s id of it follows when Punctual next reads the comments. With `published: false` it is sent again like `POST /comments/{id}/reply` with `republishUnconfirmed`: Punctual looks for it first. A reply that is SENT already stays as it is: the same request again returns 200, and one with another `externalUrl` is refused with INVALID_STATE. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment), body: resolveSchema },
    out: { 200: jsonResponse(commentSchema, 'The reply, with its current status.') },
    errors: [
      'VALIDATION_FAILED',
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'PLATFORM_RULE_VIOLATION',
      'PLATFORM_AUTH_FAILED',
    ],
  },
  async (c) => {
    const { published, externalUrl } = c.req.valid('json');
    const { ctx } = c.var;
    const commentId = c.req.valid('param').id;
    const answer = { commentId, published, ...omitUndefined({ externalUrl }) };
    const comment = await once(
      c,
      () => resolveReply(ctx, answer),
      () => getReply(ctx, { commentId }),
    );
    return c.json(toCommentResponse(comment), 200);
  },
);
