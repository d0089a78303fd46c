import { savedReplyTexts } from '../../../services/comments/saved-replies.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';

export const deleteSavedReplyOperation = defineOperation(
  {
    id: 'deleteSavedReply',
    call: 'DELETE /workspaces/{id}/saved-replies/{savedReplyId}',
    tag: 'Comments',
    summary: 'Delete a saved reply',
    description:
      'Deletes a saved reply. Replies that were sent with it stay. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: workspaceParamsWith('savedReplyId', exampleIds.savedReply) },
    out: { 204: { description: 'The saved reply is deleted.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, savedReplyId } = c.req.valid('param');
    await savedReplyTexts.delete(c.var.ctx, { workspaceId, id: savedReplyId });
    return c.body(null, 204);
  },
);
