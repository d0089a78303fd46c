import { createRoute } from '@hono/zod-openapi';
import { getReply, resolveReply } from '../../../services/comments/resolve.js';
import { exampleIds } from '../../examples/ids.js';
import { once } from '../../http/once.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { resolveSchema } from '../../openapi/resolve-schema.js';
import { commentSchema, toCommentResponse } from './schema.js';

const method = 'post';
const path = '/comments/{id}/resolve';

const route = createRoute({
  method,
  path,
  operationId: 'resolveReply',
  tags: ['Comments'],
  summary: 'Say whether an unconfirmed reply is public',
  description:
    'For a reply of yours with the status UNCONFIRMED, after you have looked at the platform. With `published: true` it becomes SENT; the platform’s id of it follows when Punctual next reads the comments. With `published: false` it is sent again like `POST /comments/{id}/reply` with `republishUnconfirmed`: Punctual looks for it first. A reply that is SENT already stays as it is. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.comment), body: jsonRequest(resolveSchema, { required: true }) },
  responses: {
    200: jsonResponse(commentSchema, 'The reply, with its current status.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'VALIDATION_FAILED',
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'PLATFORM_RULE_VIOLATION',
        'PLATFORM_AUTH_FAILED',
      ],
    }),
  },
});

export const resolveReplyOperation = operation(route, async (c) => {
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
});
