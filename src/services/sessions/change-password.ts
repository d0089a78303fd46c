import { eq } from 'drizzle-orm';
import { oneTimeSignIns, sessions, userPasswords } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { emailThrottle, oneTimeSignInMsMax } from '../../domain/sessions.js';
import { set } from '../audit/changes.js';
import { recordUserAudit } from '../audit/record.js';
import { requireSession, sessionEnded } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { openSession, type OpenedSession } from './open-session.js';
import { hashPassword, verifyPassword } from './internal/passwords.js';
import { forgetAttempts, takeAttempt, type ThrottleSubject } from '../shared/limits/throttle.js';

export interface ChangePasswordInput {
  /** The current password. Not needed if there is none, or shortly after a one-time sign-in, which replaces it. */
  currentPassword?: string;
  newPassword: string;
}

/**
 * Sets another password. Every session and every one-time sign-in ends. The caller continues with a new session, so
 * copied tokens become invalid.
 */
export async function changePassword(
  ctx: RequestContext,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<OpenedSession> {
  const { userId, sessionId } = requireSession(ctx);
  const [row] = await ctx.db
    .select({ session: sessions, hash: userPasswords.hash })
    .from(sessions)
    .leftJoin(userPasswords, eq(userPasswords.userId, sessions.userId))
    .where(eq(sessions.id, sessionId));
  if (row === undefined) throw sessionEnded();
  const guesses: ThrottleSubject = { kind: 'change-password', value: userId };
  if (row.hash !== null && !standsForPassword(ctx, row.session)) {
    await takeAttempt(ctx, guesses, emailThrottle);
    if (!(await verifyPassword(currentPassword ?? '', row.hash, { owner: userId }))) throw wrongPassword();
  }
  const hash = await hashPassword(newPassword, { owner: userId, cost: ctx.signUp.passwordCost });
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await forgetAttempts(tx, guesses);
    await tx
      .insert(userPasswords)
      .values({ userId, hash, changedAt: now })
      .onConflictDoUpdate({ target: userPasswords.userId, set: { hash, changedAt: now } });
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    // Another change or a sign-out ended the session in the meantime.
    if (!ended.some(({ id }) => id === sessionId)) throw sessionEnded();
    await tx.delete(oneTimeSignIns).where(eq(oneTimeSignIns.userId, userId));
    const changes = [set('sessionsEnded', ended.length)];
    await recordUserAudit(tx, ctx, { action: 'user.password_changed', userId, changes });
    return openSession(tx, ctx, { userId, openedBy: 'password' });
  });
}

function standsForPassword(
  { clock }: RequestContext,
  { openedBy, createdAt }: typeof sessions.$inferSelect,
): boolean {
  return openedBy === 'oneTime' && clock.now().getTime() - createdAt.getTime() < oneTimeSignInMsMax;
}

const wrongPassword = (): AppError<'VALIDATION_FAILED'> =>
  new AppError('VALIDATION_FAILED', 'The current password is wrong.', {
    details: [{ path: 'currentPassword', code: 'wrong_password', message: 'The current password is wrong.' }],
  });
