import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listAuditLog } from '../../../services/audit/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { auditFilters, auditLogSchema, toAuditEntryResponse } from './schema.js';

export const listAuditLogOperation = defineOperation(
  {
    id: 'listAuditLog',
    call: 'GET /workspaces/{id}/audit-log',
    tag: 'Workspaces',
    summary: 'List the audit log of a workspace',
    description:
      'Lists who changed members, invitations, API keys, webhook endpoints, accounts and settings of a workspace, approved or rejected its posts, said whether an unconfirmed post or reply is public, or changed how they sign in, and from which network. It also tells what the installation changed by itself, such as an endpoint that was disabled. Entries are deleted after 400 days, unless the installation sets `AUDIT_LOG_DAYS`. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject({ ...auditFilters, ...createdAtPage }) },
    out: { 200: jsonResponse(auditLogSchema, 'A page of the audit log.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
    const page = await listAuditLog(c.var.ctx, { workspaceId, limit, sort, ...omitUndefined(filters) });
    return c.json({ data: page.data.map(toAuditEntryResponse), nextCursor: page.nextCursor }, 200);
  },
);
