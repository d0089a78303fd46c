import { createRoute } from '@hono/zod-openapi';
import { deleteWorkspace } from '../../../services/workspaces/delete.js';
import { workspaceParams } from './params.js';
import { errorResponses, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/workspaces/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'deleteWorkspace',
  tags: ['Workspaces'],
  summary: 'Delete a workspace',
  description:
    'Its posts are cancelled and deleted, its accounts disconnected, its endpoints removed, and the API keys that were made there revoked. 409 while a post is being published. Owners only; not with an API key.',
  security: sessionSecurity,
  request: { params: workspaceParams },
  responses: {
    204: { description: 'Deleted.' },
    ...errorResponses({
      method,
      path,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE'],
    }),
  },
});

export const deleteWorkspaceOperation = operation(route, async (c) => {
  await deleteWorkspace(c.var.ctx, { workspaceId: c.req.valid('param').id });
  return c.body(null, 204);
});
