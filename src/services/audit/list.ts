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
  /** A user or an API key. */
  actorId?: string;
  /** Exclusive. */
  createdAfter?: Date;
  createdBefore?: Date;
}

/** The changes in a workspace and who made them. Only people may read it, so keys are refused (docs/contract.md). */
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
          : or(eq(auditLog.actorUserId, actorId), eq(auditLog.apiKeyId, actorId)),
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
 * How a person signs in is told in every workspace of theirs. From where is for them alone. A reader learns of no
 * workspace to which they do not belong.
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
