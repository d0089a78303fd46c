import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listNotes } from '../../../services/comments/notes.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentNoteListSchema, toCommentNoteResponse } from './schema.js';

export const listCommentNotesOperation = defineOperation(
  {
    id: 'listCommentNotes',
    call: 'GET /comments/{id}/notes',
    tag: 'Comments',
    summary: 'List the notes about a conversation',
    description:
      'Lists your team’s notes about all comments of the conversation that the comment is part of. Only owners, admins and editors can see them.',
    credential: 'key or session',
    scope: 'comments:read',
    in: { params: idParams(exampleIds.comment), query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(commentNoteListSchema, 'A page of notes.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const input = { commentId: c.req.valid('param').id, limit, sort, ...omitUndefined({ cursor }) };
    const { data, nextCursor } = await listNotes(c.var.ctx, input);
    return c.json({ data: data.map(toCommentNoteResponse), nextCursor }, 200);
  },
);
