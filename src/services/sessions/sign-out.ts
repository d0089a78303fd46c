import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.js';
import { requireSession } from '../shared/access.js';
import type { RequestContext } from '../shared/context.js';

/** Ends the session, or all sessions of its user, for the very next request. */
export async function signOut(ctx: RequestContext, { everywhere }: { everywhere: boolean }): Promise<void> {
  const { sessionId, userId } = requireSession(ctx);
  await ctx.db.delete(sessions).where(everywhere ? eq(sessions.userId, userId) : eq(sessions.id, sessionId));
}
