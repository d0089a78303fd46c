import { z } from '@hono/zod-openapi';
import { auditExportRowsAtOnceMax, auditExportRowsMax } from '../../../domain/audit.js';
import { listAuditLog } from '../../../services/audit/list.js';
import { omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { csvTitles, toCsvLines } from './csv.js';
import { auditFilters, toAuditEntryResponse } from './schema.js';

export const exportAuditLogOperation = defineOperation(
  {
    id: 'exportAuditLog',
    call: 'GET /workspaces/{id}/audit-log/export',
    tag: 'Workspaces',
    summary: 'Export the audit log of a workspace',
    description: `Returns the audit log as a CSV file, the latest entries first. One response has at most ${auditExportRowsMax.toLocaleString('en-US')} entries. If there are more, its header \`X-Next-Cursor\` is the \`cursor\` of the next. An apostrophe comes before what a spreadsheet would run as a formula. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.`,
    credential: 'session',
    in: { params: workspaceParams, query: z.strictObject(auditFilters) },
    out: {
      200: {
        description: 'The entries as CSV.',
        headers: {
          'X-Next-Cursor': {
            description: 'The `cursor` of the next part. Absent from the last one.',
            schema: { type: 'string' as const },
          },
        },
        content: {
          'text/csv': {
            schema: z.string().openapi({
              example: 'createdAt,action,actorKind,actorUserId,actorName,…',
            }),
          },
        },
      },
    },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { cursor, ...filters } = omitUndefined(c.req.valid('query'));
    const parts = [csvTitles];
    let nextCursor: string | null = cursor ?? null;
    let left = auditExportRowsMax;
    do {
      const { data, ...page } = await listAuditLog(c.var.ctx, {
        workspaceId,
        ...filters,
        ...(nextCursor !== null && { cursor: nextCursor }),
        limit: Math.min(left, auditExportRowsAtOnceMax),
        sort: '-createdAt',
      });
      parts.push(toCsvLines(data.map(toAuditEntryResponse)));
      nextCursor = page.nextCursor;
      left -= data.length;
    } while (nextCursor !== null && left > 0);
    return c.body(parts.join(''), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-log-${workspaceId}.csv"`,
      ...(nextCursor !== null && { 'X-Next-Cursor': nextCursor }),
    });
  },
);
