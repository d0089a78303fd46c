import { z } from '@hono/zod-openapi';
import { commentNoteCharsMax, notesPerCommentMax } from '../../../domain/comments.js';
import { addNote } from '../../../services/comments/notes.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParams, visibleText } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentNoteSchema, noteExample, toCommentNoteResponse } from './schema.js';

const body = z
  .strictObject({
    text: visibleText(commentNoteCharsMax).openapi({
      description: 'The text of the note.',
      example: noteExample,
    }),
  })
  .openapi('AddCommentNote', { description: 'A note about a comment.' });

export const addCommentNoteOperation = defineOperation(
  {
    id: 'addCommentNote',
    call: 'POST /comments/{id}/notes',
    tag: 'Comments',
    summary: 'Write a note about a comment',
    description: `Writes a note that only your team sees. Nothing is sent to the platform. A comment can have ${notesPerCommentMax} notes. Only owners, admins and editors can do this.`,
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment), body },
    out: { 201: jsonResponse(commentNoteSchema, 'The note.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const { text } = c.req.valid('json');
    const note = await addNote(c.var.ctx, { commentId: c.req.valid('param').id, text });
    return c.json(toCommentNoteResponse(note), 201);
  },
);
