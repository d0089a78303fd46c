import { z } from '@hono/zod-openapi';
import { getWorkspace } from '../../../services/workspaces/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { toWorkspaceResponse, workspaceSchema, workspaceResource } from './schema.js';

export const getWorkspaceOperation = defineOperation(
  {
    id: 'getWorkspace',
    call: 'GET /workspaces/{id}',
    tag: 'Workspaces',
    summary: 'Get a workspace',
    description:
      'Returns one workspace. A workspace that you cannot access returns 403, whether it exists or not.',
    credential: 'key or session',
    scope: 'every key',
    in: {
      params: z.object({
        id: z.string().openapi({ description: 'The id of the workspace.', example: exampleIds.workspace }),
      }),
    },
    out: { 200: jsonResponse(workspaceSchema, 'The workspace.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: workspaceResource,
  },
  async (c) => {
    const workspace = await getWorkspace(c.var.ctx, { workspaceId: c.req.valid('param').id });
    return c.json(toWorkspaceResponse(workspace), 200);
  },
);
