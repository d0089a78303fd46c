import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { roles } from '../../../domain/roles.js';
import { listWorkspaces } from '../../../services/workspaces/list.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { commaList, createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { toWorkspaceListResponse, workspaceListSchema } from './schema.js';

const method = 'get';
const path = '/workspaces';

const route = createRoute({
  method,
  path,
  operationId: 'listWorkspaces',
  tags: ['Workspaces'],
  summary: 'List workspaces',
  description: 'Lists the workspaces that you can access.',
  security: bearerSecurity,
  request: {
    query: z.strictObject({
      role: commaList(roles, 'Only workspaces in which you have one of these roles.').optional(),
      ...createdAtPage,
    }),
  },
  responses: {
    200: jsonResponse(workspaceListSchema, 'A page of workspaces.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED'] }),
  },
});

export const listWorkspacesOperation = operation(route, async (c) => {
  const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
  const page = await listWorkspaces(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
  return c.json(toWorkspaceListResponse(page), 200);
});
