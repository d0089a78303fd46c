import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { connectSessions } from '../../../db/schema/index.js';
import { authorizeResource } from '../../shared/rights/access.js';
import type { ConnectContext } from '../types.js';
import { endSessions, overdueEnd } from './end.js';
import { endAbandonedGrants, abandonedGrantsOf } from './abandoned-grants.js';
import type { SessionRow } from './rows.js';

/** Reads the session if the caller may connect accounts in its workspace. An overdue session is ended first. */
export async function readSessionInReach(ctx: ConnectContext, id: string): Promise<SessionRow> {
  const row = await readSession(ctx.db, id);
  authorizeResource(ctx.reach, row?.workspaceId, 'manageAccounts');
  const now = ctx.clock.now();
  const overdue = overdueEnd(row, now);
  if (overdue === null) return row;
  const left = await endSessions(ctx.db, ctx, overdue.which, overdue.end);
  await endAbandonedGrants(ctx, abandonedGrantsOf(ctx, left));
  return (await readSession(ctx.db, id)) ?? row;
}

async function readSession(q: Queryable, id: string): Promise<SessionRow | undefined> {
  const [row] = await q.select().from(connectSessions).where(eq(connectSessions.id, id));
  return row;
}
