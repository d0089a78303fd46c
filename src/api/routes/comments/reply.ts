import { z } from '@hono/zod-openapi';
import { captionCharsMax } from '../../../domain/limits.js';
import { replyToComment } from '../../../services/comments/reply.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { replayedHeader } from '../../openapi/headers.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined, visibleText } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentSchema, toCommentResponse } from './schema.js';

const body = z
  .strictObject({
    text: visibleText(captionCharsMax).openapi({
      description: 'The text of the reply.',
      example: 'Thank you! We open at nine.',
    }),
    republishUnconfirmed: z.boolean().optional().openapi({
      example: false,
      description:
        'If an earlier reply with the same text is UNCONFIRMED: true tries that reply again. Punctual looks for it first and sends it again if the platform does not show it, which may publish it twice. If that reply is SENT by now, nothing is sent, and the call returns 409 with its `replyId`.',
    }),
  })
  .openapi('ReplyToComment', {
    description: 'A reply to a comment.',
    example: { text: 'Thank you! We open at nine.' },
  });

export const replyToCommentOperation = defineOperation(
  {
    id: 'replyToComment',
    call: 'POST /comments/{id}/reply',
    tag: 'Comments',
    summary: 'Reply to a comment',
    description:
      'Publishes a reply as the account. If the platform’s response is lost, Punctual looks for the reply before it sends anything again. The call returns as soon as the result is known, or after ten seconds with the status SENDING; the status then changes by itself, usually within an hour.\n\nWithin 24 hours, a repeated call with the same Idempotency-Key returns the first response; get the reply by its id for its current status. If a reply is FAILED, call again with another key to send a new one. If a reply is UNCONFIRMED, sending the same text to the same comment returns 409 with its `replyId`; send `republishUnconfirmed` to try it again. If it has become SENT in the meantime, that call returns 409, too; to publish the same text once more, leave `republishUnconfirmed` out. Without an Idempotency-Key, two identical calls publish two replies once the first is SENT. Replies need no approval. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment), body },
    out: {
      201: jsonResponse(commentSchema, 'The reply, with its current status.'),
      200: {
        ...jsonResponse(
          commentSchema,
          'The reply that an earlier call with the same Idempotency-Key created, as it is now. Only if the first response could not be stored; otherwise a repeated call returns the first response (201).',
        ),
        headers: replayedHeader,
      },
    },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'PLATFORM_RULE_VIOLATION',
      'PLATFORM_AUTH_FAILED',
    ],
  },
  async (c) => {
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
  },
);
