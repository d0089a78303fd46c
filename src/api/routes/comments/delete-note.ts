import { deleteNote } from '../../../services/comments/notes.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam, idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

export const deleteCommentNoteOperation = defineOperation(
  {
    id: 'deleteCommentNote',
    call: 'DELETE /comments/{id}/notes/{noteId}',
    tag: 'Comments',
    summary: 'Delete a note about a comment',
    description:
      'Deletes a note. Owners, admins and editors can delete their own notes, and owners and admins all others.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment).extend({ noteId: idParam(exampleIds.commentNote) }) },
    out: { 204: { description: 'The note is deleted.' } },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: commentId, noteId } = c.req.valid('param');
    await deleteNote(c.var.ctx, { commentId, noteId });
    return c.body(null, 204);
  },
);
