import { createRoute, z } from '@hono/zod-openapi';
import { markCommentRead } from '../../../services/comments/mark-read.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/comments/{id}/read';

const body = z
  .strictObject({
    read: z
      .boolean()
      .optional()
      .openapi({ default: true, description: 'False: unread again; readAt is cleared.' }),
  })
  .openapi('MarkCommentRead');

const route = createRoute({
  method,
  path,
  operationId: 'markCommentRead',
  tags: ['Comments'],
  summary: 'Mark a comment read or unread',
  description:
    'In the inbox that the workspace shares; the platform is told nothing. Workspace owners, admins and editors only.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.comment), body: jsonRequest(body, { required: false }) },
  responses: {
    200: jsonResponse(z.object({ ok: z.literal(true) }).openapi('MarkedCommentRead'), 'It is marked.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    }),
  },
});

export const markCommentReadOperation = operation(route, async (c) => {
  const { read = true } = c.req.valid('json');
  await markCommentRead(c.var.ctx, { commentId: c.req.valid('param').id, read });
  return c.json({ ok: true as const }, 200);
});
