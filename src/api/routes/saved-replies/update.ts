import { z } from '@hono/zod-openapi';
import { savedReplyTexts } from '../../../services/comments/saved-replies.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { savedReplyFields, savedReplySchema, toSavedReplyResponse } from './schema.js';

const body = z
  .strictObject({ name: savedReplyFields.name.nullish(), text: savedReplyFields.text.nullish() })
  .openapi('UpdateSavedReply', {
    description: 'The fields of a saved reply to change. Fields that are absent or null keep their value.',
  });

export const updateSavedReplyOperation = defineOperation(
  {
    id: 'updateSavedReply',
    call: 'PATCH /workspaces/{id}/saved-replies/{savedReplyId}',
    tag: 'Comments',
    summary: 'Change a saved reply',
    description:
      'Changes the name or the text of a saved reply. Replies that were sent with it stay as they are. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: workspaceParamsWith('savedReplyId', exampleIds.savedReply), body },
    out: { 200: jsonResponse(savedReplySchema, 'The changed saved reply.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, savedReplyId } = c.req.valid('param');
    const { name, text } = c.req.valid('json');
    const changes = omitUndefined({ name: name ?? undefined, text: text ?? undefined });
    const reply = await savedReplyTexts.update(c.var.ctx, { workspaceId, id: savedReplyId, ...changes });
    return c.json(toSavedReplyResponse(reply), 200);
  },
);
