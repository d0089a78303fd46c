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
    'Sends a reply in the name of the account, as safely as a post: if the platform’s answer is lost, Punctual looks before it sends anything again. The call returns as soon as the platform has the reply, or after ten seconds with the status SENDING; the reply then ends by itself, as a rule within an hour. With an Idempotency-Key of the last 24 hours you get the first answer again: read the reply by its id to see what became of it. If a reply has FAILED, call again to send a new one. If one is UNCONFIRMED, the same text to the same comment is refused (409, with its `replyId`); with `republishUnconfirmed` it is tried again, and looked for first. Without a key, two equal calls send two replies once the first is SENT. Replies need no approval. Workspace owners, admins and editors only.',
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
