import { getComment } from '../../../services/comments/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentThreadSchema, toCommentThreadResponse } from './schema.js';

export const getCommentOperation = defineOperation(
  {
    id: 'getComment',
    call: 'GET /comments/{id}',
    tag: 'Comments',
    summary: 'Get a comment with its conversation',
    description: 'Returns one comment together with the conversation that it is part of.',
    credential: 'key or session',
    scope: 'comments:read',
    in: { params: idParams(exampleIds.comment) },
    out: { 200: jsonResponse(commentThreadSchema, 'The comment and its conversation.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const comment = await getComment(c.var.ctx, { commentId: c.req.valid('param').id });
    return c.json(toCommentThreadResponse(comment), 200);
  },
);
