import { z } from '@hono/zod-openapi';
import { markCommentRead } from '../../../services/comments/mark-read.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    read: z.boolean().optional().openapi({
      default: true,
      description: 'true marks the comment read; false marks it unread and clears `readAt`.',
    }),
  })
  .openapi('MarkCommentRead', {
    description: 'Whether the comment is read. Without a body, it is marked read.',
  });

export const markCommentReadOperation = defineOperation(
  {
    id: 'markCommentRead',
    call: 'POST /comments/{id}/read',
    tag: 'Comments',
    summary: 'Mark a comment read or unread',
    description:
      'Changes the read state in the inbox that the workspace shares. Nothing is sent to the platform. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment), body, bodyIsOptional: true },
    out: {
      200: jsonResponse(
        z
          .object({ ok: z.literal(true).openapi({ description: 'Always true.' }) })
          .openapi('MarkedCommentRead', { description: 'Confirms that the read state is stored.' }),
        'The read state is stored.',
      ),
    },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const { read = true } = c.req.valid('json');
    await markCommentRead(c.var.ctx, { commentId: c.req.valid('param').id, read });
    return c.json({ ok: true as const }, 200);
  },
);
