import { createRoute, z } from '@hono/zod-openapi';
import { captionCharsMax } from '../../../domain/limits.js';
import { replyToComment } from '../../../services/comments/reply.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams, omitUndefined, text } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { commentSchema, toCommentResponse } from './schema.js';

const method = 'post';
const path = '/comments/{id}/reply';

const body = z
  .strictObject({
    text: text(captionCharsMax, 1).regex(/\S/, 'At least one visible character.'),
    republishUnconfirmed: z.boolean().optional().openapi({
      description:
        'Where an earlier reply of the same text is UNCONFIRMED: try that one again. It is looked for first, and sent again where the platform does not show it, although it may be public.',
    }),
  })
  .openapi('ReplyToComment', { example: { text: 'Thank you! We open at nine.' } });

const route = createRoute({
  method,
  path,
  operationId: 'replyToComment',
  tags: ['Comments'],
  summary: 'Answer a comment',
  description:
    'In the name of its account, and as safely as a post: it is never sent twice. The answer comes when the platform has it, or after ten seconds with the status SENDING; the reply goes on by itself, for an hour as a rule. A reply that has FAILED is sent anew by another call. One that is UNCONFIRMED keeps the same text from being sent to the same comment (409, `replyId` names it) unless `republishUnconfirmed` is true: then that reply is tried again. Replies need no approval. Workspace owners, admins and editors only.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.comment), body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(commentSchema, 'The reply, whose status says what became of it.'),
    200: {
      ...jsonResponse(commentSchema, 'The reply of an earlier call with the same Idempotency-Key.'),
      headers: { 'Idempotent-Replayed': { schema: { type: 'string', enum: ['true'] } } },
    },
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
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

export const replyToCommentOperation = operation(route, async (c) => {
  const { text: words, republishUnconfirmed } = c.req.valid('json');
  const { comment, replayed } = await replyToComment(c.var.ctx, {
    commentId: c.req.valid('param').id,
    text: words,
    clientReferenceId: c.var.idempotencyReference ?? null,
    ...omitUndefined({ republishUnconfirmed }),
  });
  if (!replayed) return c.json(toCommentResponse(comment), 201);
  c.header('Idempotent-Replayed', 'true');
  return c.json(toCommentResponse(comment), 200);
});
