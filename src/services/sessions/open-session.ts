import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { sessions } from '../../db/schema/index.js';
import { sessionAbsoluteMsMax, sessionIdleMsMax, sessionsPerUserMax } from '../../domain/sessions.js';
import type { ServiceDeps } from '../shared/context.js';
import { readCurrentSession, type CurrentSessionView } from './get-current.js';
import { hashToken, mintToken } from '../shared/secrets/token.js';

export interface OpenedSession {
  /** The cookie's value, which is not available later. */
  token: string;
  current: CurrentSessionView;
}

/**
 * Opens a session under a new token; a token that a browser sent is never adopted. The caller must have identified the
 * user.
 */
export async function openSession(
  tx: Tx,
  deps: Pick<ServiceDeps, 'clock' | 'newId' | 'workspaces' | 'signUp'>,
  { userId, openedBy }: { userId: string; openedBy: 'password' | 'oneTime' },
): Promise<OpenedSession> {
  const now = deps.clock.now();
  await endOldSessions(tx, userId, now);
  const token = mintToken();
  const id = deps.newId('session');
  const expiresAt = new Date(now.getTime() + sessionAbsoluteMsMax);
  await tx.insert(sessions).values({
    id,
    userId,
    openedBy,
    tokenHash: hashToken(token),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  return { token, current: await readCurrentSession(tx, deps, id) };
}

/**
 * Deletes the user's ended sessions, and the oldest ones above the limit, so that the table grows with users and not
 * with sign-ins.
 */
async function endOldSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - sessionIdleMsMax);
  await tx
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, idleSince))),
    );
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(sessionsPerUserMax - 1);
  await tx.delete(sessions).where(inArray(sessions.id, surplus));
}
