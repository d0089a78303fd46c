import type { Queryable } from '../../../db/client.js';
import type { StepResult } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { readDatabaseTime } from '../../shared/clocks/database-time.js';

/**
 * The current time by the clock that decides whether a post is due: the database's, except in tests that move
 * time.
 */
export async function readDueClockNowMs(
  q: Queryable,
  { publishing: { dueClock } }: ServiceDeps,
  workflowNowMs: number,
): Promise<number> {
  const given = dueClock.dueNow(workflowNowMs);
  if (given !== null) return given.getTime();
  const nowMs = await readDatabaseTime(q);
  dueClock.note(nowMs);
  return nowMs;
}

/**
 * Returns how long the run must wait on the clock that decides. If the run waited until a time on its own clock, which
 * may be ahead, the wait would end at once, again and again.
 */
export function notDue(untilMs: number, nowMs: number): Extract<StepResult, { kind: 'NOT_DUE' }> {
  return { kind: 'NOT_DUE', untilMs, waitMs: Math.max(0, Math.ceil(untilMs - nowMs)) };
}
