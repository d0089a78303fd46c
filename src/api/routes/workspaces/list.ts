import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { roles } from '../../../domain/roles.js';
import { listWorkspaces } from '../../../services/workspaces/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { commaList, createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { toWorkspaceListResponse, workspaceListSchema } from './schema.js';

export const listWorkspacesOperation = defineOperation(
  {
    id: 'listWorkspaces',
    call: 'GET /workspaces',
    tag: 'Workspaces',
    summary: 'List workspaces',
    description: 'Lists the workspaces that you can access.',
    credential: 'key or session',
    scope: 'every key',
    in: {
      query: z.strictObject({
        role: commaList(roles, 'Only workspaces in which you have one of these roles.').optional(),
        ...createdAtPage,
      }),
    },
    out: { 200: jsonResponse(workspaceListSchema, 'A page of workspaces.') },
    errors: ['VALIDATION_FAILED'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
    const page = await listWorkspaces(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
    return c.json(toWorkspaceListResponse(page), 200);
  },
);
