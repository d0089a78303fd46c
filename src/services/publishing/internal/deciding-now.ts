import type { Queryable } from '../../../db/client.js';
import type { ServiceDeps } from '../../shared/context.js';
import { readDatabaseTime } from '../../shared/database-time.js';

/**
 * The current time by the clock that decides whether a post is due: the database's, except in tests that move
 * time.
 */
export async function readDecidingNowMs(
  q: Queryable,
  { publishing: { dueClock } }: ServiceDeps,
  workflowNowMs: number,
): Promise<number> {
  const given = dueClock.decidingNow(workflowNowMs);
  if (given !== null) return given.getTime();
  const nowMs = await readDatabaseTime(q);
  dueClock.note(nowMs);
  return nowMs;
}
