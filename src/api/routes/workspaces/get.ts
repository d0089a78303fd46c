import { createRoute, z } from '@hono/zod-openapi';
import { getWorkspace } from '../../../services/workspaces/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { operation } from '../../openapi/operation.js';
import { toWorkspaceResponse, workspaceSchema, workspaceResource } from './schema.js';

const method = 'get';
const path = '/workspaces/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getWorkspace',
  tags: ['Workspaces'],
  summary: 'Get a workspace',
  description:
    'Returns one workspace. A workspace that you cannot access returns 403, whether it exists or not.',
  security: bearerSecurity,
  // Any value: one that the key does not reach is refused the same way, before the database is asked.
  request: {
    params: z.object({
      id: z.string().openapi({ description: 'The id of the workspace.', example: exampleIds.workspace }),
    }),
  },
  responses: {
    200: jsonResponse(workspaceSchema, 'The workspace.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getWorkspaceOperation = operation(
  route,
  async (c) => {
    const workspace = await getWorkspace(c.var.ctx, { workspaceId: c.req.valid('param').id });
    return c.json(toWorkspaceResponse(workspace), 200);
  },
  workspaceResource,
);
