import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { connectSessions } from '../../db/schema/index.js';

/** Sessions for connecting accounts that a person may still use. */
export const countOpenSessions = (
  q: Queryable,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<number> =>
  q.$count(
    connectSessions,
    and(
      eq(connectSessions.workspaceId, workspaceId),
      isNull(connectSessions.endedAt),
      gt(connectSessions.expiresAt, now),
    ),
  );
