import { and, gt, type SQL } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.js';
import { sessionIdleMsMax } from '../../domain/sessions.js';

/** The condition that a session has neither expired nor been unused for too long. */
export function isLiving(now: Date): SQL | undefined {
  return and(
    gt(sessions.expiresAt, now),
    gt(sessions.lastUsedAt, new Date(now.getTime() - sessionIdleMsMax)),
  );
}
