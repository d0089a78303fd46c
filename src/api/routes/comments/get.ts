import { createRoute } from '@hono/zod-openapi';
import { getComment } from '../../../services/comments/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { commentThreadSchema, toCommentThreadResponse } from './schema.js';

const method = 'get';
const path = '/comments/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getComment',
  tags: ['Comments'],
  summary: 'Get a comment with its conversation',
  description: 'Returns one comment together with the conversation that it is part of.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.comment) },
  responses: {
    200: jsonResponse(commentThreadSchema, 'The comment and its conversation.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getCommentOperation = operation(route, async (c) => {
  const comment = await getComment(c.var.ctx, { commentId: c.req.valid('param').id });
  return c.json(toCommentThreadResponse(comment), 200);
});
