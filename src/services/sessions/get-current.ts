import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { sessions, userPasswords, users } from '../../db/schema/index.js';
import { requireSession, sessionEnded } from '../shared/rights/access.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { mayCreate } from '../workspaces/may-create.js';

export interface CurrentSessionView {
  user: {
    id: string;
    email: string;
    name: string;
    hasPassword: boolean;
    mayCreateWorkspaces: boolean;
    createdAt: Date;
  };
  session: { id: string; createdAt: Date; expiresAt: Date };
}

/** Returns the signed-in user and the end of the session. */
export async function getCurrentSession(ctx: RequestContext): Promise<CurrentSessionView> {
  return readCurrentSession(ctx.db, ctx, requireSession(ctx).sessionId);
}

export async function readCurrentSession(
  q: Queryable,
  deps: Pick<ServiceDeps, 'workspaces' | 'signUp'>,
  sessionId: string,
): Promise<CurrentSessionView> {
  const [row] = await q
    .select({ user: users, session: sessions, passwordOf: userPasswords.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(userPasswords, eq(userPasswords.userId, users.id))
    .where(eq(sessions.id, sessionId));
  // The session was ended during this request.
  if (row === undefined) throw sessionEnded();
  const { user, session, passwordOf } = row;
  return {
    user: {
      id: user.id,
      email: user.email,
      name: user.name,
      hasPassword: passwordOf !== null,
      mayCreateWorkspaces: await mayCreate(q, deps, user.id),
      createdAt: user.createdAt,
    },
    session: { id: session.id, createdAt: session.createdAt, expiresAt: session.expiresAt },
  };
}
