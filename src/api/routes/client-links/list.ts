import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listClientLinks } from '../../../services/client-links/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { clientLinkListSchema, toClientLinkResponse } from './schema.js';

export const listClientLinksOperation = defineOperation(
  {
    id: 'listClientLinks',
    call: 'GET /workspaces/{id}/client-links',
    tag: 'Client links',
    summary: 'List the client links of a workspace',
    description:
      'Lists the client links of the workspace, including revoked and expired ones. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(clientLinkListSchema, 'A page of client links.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await listClientLinks(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toClientLinkResponse), nextCursor: page.nextCursor }, 200);
  },
);
