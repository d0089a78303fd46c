import { and, eq, gt, type SQL } from 'drizzle-orm';
import { memberships, sessions, workspaces } from '../../db/schema/index.js';
import { sessionIdleMsMax } from '../../domain/sessions.js';
import type { ServiceDeps } from '../shared/context.js';

/**
 * Reads sessions that have neither expired nor been unused for too long: a row for each membership of the session's
 * user, or one without a workspace.
 */
export function readLivingSessions({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>, which: SQL) {
  const now = clock.now();
  return db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      workspaceId: memberships.workspaceId,
      role: memberships.role,
      plan: workspaces.plan,
      requireApproval: workspaces.requireApproval,
    })
    .from(sessions)
    .leftJoin(memberships, eq(memberships.userId, sessions.userId))
    .leftJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(
      and(
        which,
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, new Date(now.getTime() - sessionIdleMsMax)),
      ),
    );
}
