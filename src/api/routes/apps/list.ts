import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listAppsOfWorkspace } from '../../../services/apps/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { appListSchema, toAppResponse } from './schema.js';

export const listAppsOperation = defineOperation(
  {
    id: 'listApps',
    call: 'GET /workspaces/{id}/apps',
    tag: 'Apps',
    summary: 'List the apps that reach a workspace',
    description:
      'Lists the apps that members have given access to the workspace. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(appListSchema, 'A page of apps.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const request = { workspaceId, limit, sort, ...omitUndefined({ cursor }) };
    const page = await listAppsOfWorkspace(c.var.ctx, request);
    return c.json({ data: page.data.map(toAppResponse), nextCursor: page.nextCursor }, 200);
  },
);
