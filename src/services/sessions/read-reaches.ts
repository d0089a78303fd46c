import { anyOf } from '../../db/any-of.js';
import { sessions } from '../../db/schema/index.js';
import type { Reach, ServiceDeps } from '../shared/context.js';
import { reachOf, type MembershipRow } from '../shared/rights/reach.js';
import { readLivingSessions } from './living.js';

/** Reads what several sessions reach now. A session that has ended is not in the result. */
export async function readReaches(
  deps: Pick<ServiceDeps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<Map<string, Reach>> {
  const rows = await readLivingSessions(deps, anyOf(sessions.id, sessionIds));
  const bySession = new Map<string, { userId: string; rows: MembershipRow[] }>();
  for (const { id, userId, ...row } of rows) {
    const session = bySession.get(id) ?? { userId, rows: [] };
    session.rows.push({ ...row, inReach: true });
    bySession.set(id, session);
  }
  return new Map([...bySession].map(([id, { userId, rows }]) => [id, reachOf(userId, rows, 'session')]));
}
