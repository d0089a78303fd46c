import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { memberships, sessions, workspaces } from '../../db/schema/index.js';
import type { Reach, ServiceDeps } from '../shared/context.js';
import { reachOf, type MembershipRow } from '../shared/rights/reach.js';
import { isLiving } from './living.js';

/** Reads what several sessions reach now. A session that has ended is not in the result. */
export async function readReaches(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<Map<string, Reach>> {
  const rows = await db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      workspaceId: memberships.workspaceId,
      role: memberships.role,
      plan: workspaces.plan,
      requireApproval: workspaces.requireApproval,
    })
    .from(sessions)
    .leftJoin(memberships, eq(memberships.userId, sessions.userId))
    .leftJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(and(anyOf(sessions.id, sessionIds), isLiving(clock.now())));
  const bySession = new Map<string, { userId: string; rows: MembershipRow[] }>();
  for (const { id, userId, ...row } of rows) {
    const session = bySession.get(id) ?? { userId, rows: [] };
    session.rows.push({ ...row, inReach: true });
    bySession.set(id, session);
  }
  return new Map([...bySession].map(([id, { userId, rows }]) => [id, reachOf(userId, rows, 'session')]));
}
