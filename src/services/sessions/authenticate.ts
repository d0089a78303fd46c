import { and, eq, lt } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.js';
import { sessionUseStepMs } from '../../domain/sessions.js';
import type { UnknownKeys } from '../api-keys/unknown-keys.js';
import type { Reach, ServiceDeps, SessionActor } from '../shared/context.js';
import { sessionEnded } from '../shared/rights/access.js';
import { reachOf } from '../shared/rights/reach.js';
import { hashToken, isTokenFormat } from '../shared/secrets/token.js';
import { readLivingSessions } from './living.js';

type SessionDeps = Pick<ServiceDeps, 'db' | 'clock'>;

/**
 * Reads the caller and its workspaces for each request, so that a sign-out, a lost membership or a changed role takes
 * effect with the next request.
 */
export async function authenticateSession(
  deps: SessionDeps,
  token: string,
  unknownTokens: UnknownKeys,
): Promise<{ actor: SessionActor; reach: Reach }> {
  if (!isTokenFormat(token)) throw sessionEnded();
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  if (unknownTokens.has(tokenHash, now.getTime())) throw sessionEnded();
  const rows = await readLivingSessions(deps, eq(sessions.tokenHash, tokenHash));
  const [session] = rows;
  if (session === undefined) {
    unknownTokens.add(tokenHash, now.getTime());
    throw sessionEnded();
  }
  await noteUse(deps, session);
  const { userId } = session;
  const reach = reachOf(
    userId,
    rows.map((row) => ({ ...row, inReach: true })),
    'session',
  );
  return { actor: { kind: 'session', sessionId: session.id, userId }, reach };
}

async function noteUse({ db, clock }: SessionDeps, session: { id: string; lastUsedAt: Date }): Promise<void> {
  const now = clock.now();
  const staleBefore = new Date(now.getTime() - sessionUseStepMs);
  if (session.lastUsedAt >= staleBefore) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, session.id), lt(sessions.lastUsedAt, staleBefore)));
}
