import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { savedReplyTexts } from '../../../services/comments/saved-replies.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { savedReplyListSchema, toSavedReplyResponse } from './schema.js';

export const listSavedRepliesOperation = defineOperation(
  {
    id: 'listSavedReplies',
    call: 'GET /workspaces/{id}/saved-replies',
    tag: 'Comments',
    summary: 'List the saved replies of a workspace',
    description:
      'Lists the texts that members of the workspace insert into replies. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:read',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(savedReplyListSchema, 'A page of saved replies.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const input = { workspaceId, limit, sort, ...omitUndefined({ cursor }) };
    const { data, nextCursor } = await savedReplyTexts.list(c.var.ctx, input);
    return c.json({ data: data.map(toSavedReplyResponse), nextCursor }, 200);
  },
);
