import { z } from '@hono/zod-openapi';
import { assignComment } from '../../../services/comments/assign.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idField, idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentSchema, toCommentResponse } from './schema.js';

const body = z
  .strictObject({
    userId: idField(exampleIds.user).nullable().openapi({
      description: 'The user id of a member who may reply to comments; null ends the assignment.',
      example: exampleIds.user,
    }),
  })
  .openapi('AssignComment', { description: 'Who takes care of the conversation.' });

export const assignCommentOperation = defineOperation(
  {
    id: 'assignComment',
    call: 'PUT /comments/{id}/assignment',
    tag: 'Comments',
    summary: 'Assign a conversation to a member',
    description:
      'Assigns the conversation that the comment is part of, so that the team knows who takes care of it. Later replies in it are assigned to the same member. Nothing is sent to the platform. A member who leaves the workspace has no conversations any more. Only owners, admins and editors can do this, and only to them can conversations be assigned.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { params: idParams(exampleIds.comment), body },
    out: { 200: jsonResponse(commentSchema, 'The comment.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const { userId } = c.req.valid('json');
    const comment = await assignComment(c.var.ctx, { commentId: c.req.valid('param').id, userId });
    return c.json(toCommentResponse(comment), 200);
  },
);
