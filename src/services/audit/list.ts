import { and, eq, gt, inArray, lt, or } from 'drizzle-orm';
import { auditLog } from '../../db/schema/index.js';
import type { AuditAction } from '../../domain/audit.js';
import { authorizeWorkspace, requireSession } from '../shared/rights/access.js';
import type { Reach, RequestContext } from '../shared/context.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { workspaceIdsField } from './changes.js';

export type AuditEntryView = typeof auditLog.$inferSelect;

export interface ListAuditLogInput extends PageRequest {
  workspaceId: string;
  action?: AuditAction[];
  /** The id of a user, an API key, the access of an app, or a client link. */
  actorId?: string;
  /** The start of the time range, exclusive. */
  createdAfter?: Date;
  createdBefore?: Date;
}

/**
 * Lists the changes in a workspace with their actors. Only people may read the log, so API keys are refused
 * (docs/contract.md).
 */
export async function listAuditLog(
  ctx: RequestContext,
  { workspaceId, action, actorId, createdAfter, createdBefore, ...request }: ListAuditLogInput,
): Promise<Page<AuditEntryView>> {
  const { userId } = requireSession(ctx);
  authorizeWorkspace(ctx.reach, workspaceId, 'readAuditLog');
  const scope = JSON.stringify([
    'audit-log',
    workspaceId,
    action ?? null,
    actorId ?? null,
    createdAfter ?? null,
    createdBefore ?? null,
  ]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, auditLog);
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.workspaceId, workspaceId),
        action && inArray(auditLog.action, action),
        actorId === undefined
          ? undefined
          : or(
              eq(auditLog.actorUserId, actorId),
              eq(auditLog.apiKeyId, actorId),
              eq(auditLog.clientLinkId, actorId),
            ),
        createdAfter && gt(auditLog.createdAt, createdAfter),
        createdBefore && lt(auditLog.createdAt, createdBefore),
        keyset.after,
      ),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, (row) => shownTo(userId, ctx.reach, row));
}

/**
 * Hides from a reader the network in entries about other users' sign-ins, which appear in every workspace of those
 * users, and the ids of workspaces that the reader does not belong to.
 */
function shownTo(userId: string, { ownerWorkspaceIds }: Reach, entry: AuditEntryView): AuditEntryView {
  const isTheirs = entry.action.startsWith('user.') && entry.actorUserId !== userId;
  const changes = entry.changes.map((change) =>
    change.field === workspaceIdsField && typeof change.to === 'string'
      ? { ...change, to: known(ownerWorkspaceIds, change.to) }
      : change,
  );
  return { ...entry, changes, network: isTheirs ? null : entry.network };
}

const known = (reached: ReadonlySet<string>, ids: string): string =>
  ids
    .split(' ')
    .filter((id) => reached.has(id))
    .join(' ');
