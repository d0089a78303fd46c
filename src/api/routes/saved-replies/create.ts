import { z } from '@hono/zod-openapi';
import { savedRepliesPerWorkspaceMax } from '../../../domain/comments.js';
import { savedReplyTexts } from '../../../services/comments/saved-replies.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { savedReplyFields, savedReplySchema, toSavedReplyResponse } from './schema.js';

const body = z
  .strictObject(savedReplyFields)
  .openapi('CreateSavedReply', { description: 'The saved reply to create.' });

export const createSavedReplyOperation = defineOperation(
  {
    id: 'createSavedReply',
    call: 'POST /workspaces/{id}/saved-replies',
    tag: 'Comments',
    summary: 'Create a saved reply',
    description: `Stores a text that members insert into replies. A workspace can have ${savedRepliesPerWorkspaceMax} of them. Only owners, admins and editors can do this.`,
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(savedReplySchema, 'The saved reply.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const reply = await savedReplyTexts.create(c.var.ctx, { workspaceId, ...c.req.valid('json') });
    return c.json(toSavedReplyResponse(reply), 201);
  },
);
