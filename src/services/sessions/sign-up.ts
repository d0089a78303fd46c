import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/client.js';
import { userPasswords, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { addressThrottle, normalEmail } from '../../domain/sessions.js';
import { recordUserAudit } from '../audit/record.js';
import type { AnonymousContext } from '../shared/context.js';
import { findInvitation, joinByInvitation } from '../members/accept-invitation.js';
import { openSession, type OpenedSession } from './open-session.js';
import { hashPassword } from './internal/passwords.js';
import { endReplaced, type SignInOrigin } from './sign-in.js';
import { takeAttempt } from '../shared/limits/throttle.js';
import { hashToken } from '../shared/secrets/token.js';

export interface SignUpInput extends SignInOrigin {
  email: string;
  name: string;
  password: string;
  /** Makes the account a member of the inviter's workspace; required if accounts can be created only by invitation. */
  invitationToken?: string;
  /** The token that the very first account needs, if the installation requires it. */
  setUpToken?: string;
}

/** The advisory lock for first sign-ups, so that two concurrent ones cannot both be the first. */
const firstUserLock = 7_365_117;

/**
 * Creates a user and signs them in. This requires an invitation, unless the installation is open, or this is its
 * very first user. The first user must be the operator, not just the first visitor.
 */
export async function signUp(ctx: AnonymousContext, input: SignUpInput): Promise<OpenedSession> {
  await takeAttempt(ctx, { kind: 'sign-up-address', value: ctx.clientAddress }, addressThrottle);
  const email = normalEmail(input.email);
  // The right to sign up is checked before the expensive hash, and again, reliably, in the transaction.
  await requireMaySignUp(ctx.db, ctx, { ...input, email });
  const hash = await hashPassword(input.password, {
    owner: ctx.clientAddress,
    cost: ctx.signUp.passwordCost,
  });
  const now = ctx.clock.now();
  const userId = ctx.newId('user');
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstUserLock})`);
    const invitation = await requireMaySignUp(tx, ctx, { ...input, email });
    const installationRole = (await hasAccounts(tx)) ? 'MEMBER' : 'OPERATOR';
    const user = { id: userId, email, name: input.name, installationRole } as const;
    await insertUser(tx, { ...user, createdAt: now, updatedAt: now });
    await tx.insert(userPasswords).values({ userId, hash, changedAt: now });
    const caller = { ...ctx, actor: { kind: 'session', userId } } as const;
    if (invitation !== null) await joinByInvitation(tx, caller, { invitation, userId });
    await recordUserAudit(tx, caller, { action: 'user.created', userId });
    await endReplaced(tx, input);
    return openSession(tx, ctx, { userId, openedBy: 'password' });
  });
}

async function requireMaySignUp(
  q: Queryable,
  ctx: AnonymousContext,
  { invitationToken, setUpToken, email }: Pick<SignUpInput, 'invitationToken' | 'setUpToken' | 'email'>,
) {
  if (invitationToken !== undefined) return findInvitation(q, ctx, { token: invitationToken, email });
  if (await hasAccounts(q)) {
    if (ctx.signUp.policy === 'open') return null;
    throw new AppError('SIGN_UP_CLOSED', 'This installation creates accounts by invitation only.', {});
  }
  if (ctx.signUp.setUpToken === null || isSameToken(setUpToken, ctx.signUp.setUpToken)) return null;
  throw new AppError(
    'SIGN_UP_CLOSED',
    'The first user needs the setup token that the API prints when it starts.',
    {},
  );
}

export async function hasAccounts(q: Queryable): Promise<boolean> {
  const [known] = await q.select({ id: users.id }).from(users).limit(1);
  return known !== undefined;
}

/** Compares hashes, because they have equal lengths and a partial match reveals nothing about the token. */
function isSameToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(hashToken(given), hashToken(expected));
}

async function insertUser(tx: Tx, row: typeof users.$inferInsert): Promise<void> {
  const made = await tx.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
  if (made.length === 0)
    throw new AppError('CONFLICT', 'There is already an account with this email address.', {});
}
