import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema/index.js';
import { set } from '../audit/changes.js';
import { recordUserAudit } from '../audit/record.js';
import { requireSession } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';

/** Ends the session, or all sessions of its user. This takes effect with the next request. */
export async function signOut(ctx: RequestContext, { everywhere }: { everywhere: boolean }): Promise<void> {
  const { sessionId, userId } = requireSession(ctx);
  if (!everywhere) {
    await ctx.db.delete(sessions).where(eq(sessions.id, sessionId));
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    const changes = [set('sessionsEnded', ended.length)];
    await recordUserAudit(tx, ctx, { action: 'user.sessions_ended', userId, changes });
  });
}
