import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { sessions, userPasswords, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { addressThrottle, emailThrottle, normalEmail } from '../../domain/sessions.js';
import type { AnonymousContext } from '../shared/context.js';
import { openSession, type OpenedSession } from './open-session.js';
import { hashPassword, isOutdated, verifyPassword } from './internal/passwords.js';
import {
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
  type ThrottleSubject,
} from '../shared/limits/throttle.js';
import { hashToken } from '../shared/secrets/token.js';

/** Facts about the browser of a sign-in. */
export interface SignInOrigin {
  /** The token of the browser's current session, which ends when the new one opens. */
  replacedToken?: string;
}

export interface SignInInput extends SignInOrigin {
  email: string;
  password: string;
}

/**
 * Opens a session for an email address and its password. An unknown address, a user without a password and a wrong
 * password get the same error after the same time.
 */
export async function signIn(ctx: AnonymousContext, input: SignInInput): Promise<OpenedSession> {
  const email = normalEmail(input.email);
  const byAddress: ThrottleSubject = { kind: 'sign-in-address', value: ctx.clientAddress };
  const byEmail: ThrottleSubject = { kind: 'sign-in-email', value: email };
  await takeAttempt(ctx, byAddress, addressThrottle);
  await takeAttempt(ctx, byEmail, emailThrottle);
  const [user] = await ctx.db
    .select({ id: users.id, hash: userPasswords.hash })
    .from(users)
    .leftJoin(userPasswords, eq(userPasswords.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email));
  const hash = user?.hash ?? null;
  const { passwordCost: cost } = ctx.signUp;
  const hashing = { owner: ctx.clientAddress, cost };
  const isRight = await verifyPassword(input.password, hash, hashing);
  if (!isRight || user === undefined || hash === null) throw wrongCredentials();
  const renewedHash = isOutdated(hash, cost) ? await hashPassword(input.password, hashing) : hash;
  return ctx.db.transaction(async (tx) => {
    await renewHash(tx, user.id, hash, renewedHash);
    await endReplaced(tx, input);
    await giveBackAttempt(tx, byAddress);
    await forgetAttempts(tx, byEmail);
    return openSession(tx, ctx, { userId: user.id, openedBy: 'password' });
  });
}

export const wrongCredentials = (): AppError<'INVALID_CREDENTIALS'> =>
  new AppError('INVALID_CREDENTIALS', 'The email address or the password is wrong.', {});

/**
 * Stores the password's hash with the current cost. Fails if the password was changed since it was verified, because
 * the change has ended all sessions of the user.
 */
async function renewHash(tx: Tx, userId: string, verified: string, renewed: string): Promise<void> {
  const rows = await tx
    .update(userPasswords)
    .set({ hash: renewed })
    .where(and(eq(userPasswords.userId, userId), eq(userPasswords.hash, verified)))
    .returning({ userId: userPasswords.userId });
  if (rows.length === 0) throw wrongCredentials();
}

/** Ends the browser's previous session, because a browser has only one. */
export async function endReplaced(tx: Tx, { replacedToken }: SignInOrigin): Promise<void> {
  if (replacedToken === undefined) return;
  await tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(replacedToken)));
}
