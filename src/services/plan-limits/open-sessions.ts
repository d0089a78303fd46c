import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { connectSessions } from '../../db/schema/index.js';

/**
 * Counts the connect sessions that a person may still use. A session that the platform refused at once counts for as
 * long as it would have been open; otherwise nothing would limit how many a key can add.
 */
export const countOpenSessions = (
  q: Queryable,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<number> =>
  q.$count(
    connectSessions,
    and(
      eq(connectSessions.workspaceId, workspaceId),
      or(isNull(connectSessions.endedAt), eq(connectSessions.endedAt, connectSessions.createdAt)),
      gt(connectSessions.expiresAt, now),
    ),
  );
