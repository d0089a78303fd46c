import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { oneTimeSignIns, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { InstallationRole } from '../../domain/installation-roles.js';
import { addressThrottle, normalEmail, oneTimeSignInMsMax } from '../../domain/sessions.js';
import { recordUserAudit } from '../audit/record.js';
import type { AnonymousContext, ServiceDeps } from '../shared/context.js';
import { openSession, type OpenedSession } from './open-session.js';
import { endReplaced, type SignInOrigin } from './sign-in.js';
import { giveBackAttempt, takeAttempt, type ThrottleSubject } from '../shared/limits/throttle.js';
import { hashToken, isTokenFormat, mintToken } from '../shared/secrets/token.js';

type OneTimeDeps = Pick<ServiceDeps, 'db' | 'clock' | 'newId'>;

const actor = { kind: 'operator' } as const;

/**
 * Creates a one-time sign-in and returns its token, of which only the hash is stored. For the operator's commands, not
 * for requests.
 */
export async function createOneTimeSignIn(
  deps: OneTimeDeps,
  userId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const { db, clock } = deps;
  const now = clock.now();
  const token = mintToken();
  const expiresAt = new Date(now.getTime() + oneTimeSignInMsMax);
  await db.delete(oneTimeSignIns).where(lt(oneTimeSignIns.expiresAt, now));
  await db.transaction(async (tx) => {
    await tx
      .insert(oneTimeSignIns)
      .values({ tokenHash: hashToken(token), userId, createdAt: now, expiresAt });
    await recordUserAudit(tx, { ...deps, actor }, { action: 'user.sign_in_link_created', userId });
  });
  return { token, expiresAt };
}

/**
 * Finds or creates the user with this email address. The very first user of an installation becomes its operator; any
 * other may create workspaces, because an operator added them.
 */
export async function ensureUser(
  deps: OneTimeDeps,
  input: { email: string; name: string },
): Promise<{ userId: string; created: boolean }> {
  const email = normalEmail(input.email);
  const { db, clock, newId } = deps;
  const now = clock.now();
  const made = await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({
        id: newId('user'),
        email,
        name: input.name,
        installationRole: sql`case when exists (select from ${users}) then 'CREATOR' else 'OPERATOR' end`,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (created !== undefined) {
      await recordUserAudit(tx, { ...deps, actor }, { action: 'user.created', userId: created.id });
    }
    return created;
  });
  if (made !== undefined) return { userId: made.id, created: true };
  const userId = await findUser({ db }, email);
  if (userId === undefined) throw new Error('The user that stood in the way is gone.');
  return { userId, created: false };
}

export async function findUser({ db }: Pick<ServiceDeps, 'db'>, email: string): Promise<string | undefined> {
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, normalEmail(email)));
  return known?.id;
}

/** Sets a user's role in the installation. For the operator's commands. */
export async function setInstallationRole(
  deps: OneTimeDeps,
  { userId, installationRole }: { userId: string; installationRole: InstallationRole },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [known] = await tx
      .select({ role: users.installationRole })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (known === undefined || known.role === installationRole) return;
    await tx.update(users).set({ installationRole, updatedAt: deps.clock.now() }).where(eq(users.id, userId));
    const changes = [{ field: 'installationRole', from: known.role, to: installationRole }];
    const action = 'user.installation_role_changed';
    await recordUserAudit(tx, { ...deps, actor }, { action, userId, changes });
  });
}

export interface OneTimeSignInPreview {
  user: { name: string; email: string };
  expiresAt: Date;
}

/**
 * Shows the holder of a token which user it signs in, without using up the token. Guesses are counted by network, like
 * those of sign-ins.
 */
export async function previewOneTimeSignIn(
  ctx: AnonymousContext,
  { token }: { token: string },
): Promise<OneTimeSignInPreview> {
  const byAddress: ThrottleSubject = { kind: 'sign-in-address', value: ctx.clientAddress };
  await takeAttempt(ctx, byAddress, addressThrottle);
  if (!isTokenFormat(token)) throw unusable();
  const [found] = await ctx.db
    .select({ name: users.name, email: users.email, expiresAt: oneTimeSignIns.expiresAt })
    .from(oneTimeSignIns)
    .innerJoin(users, eq(users.id, oneTimeSignIns.userId))
    .where(isOpenWith(token, ctx.clock.now()));
  if (found === undefined) throw unusable();
  await giveBackAttempt(ctx.db, byAddress);
  const { name, email, expiresAt } = found;
  return { user: { name, email }, expiresAt };
}

const isOpenWith = (token: string, now: Date) =>
  and(eq(oneTimeSignIns.tokenHash, hashToken(token)), gt(oneTimeSignIns.expiresAt, now));

/** Exchanges a one-time token for a session. The token is used up, whether or not the response arrives. */
export async function redeemOneTimeSignIn(
  ctx: AnonymousContext,
  { token, ...origin }: SignInOrigin & { token: string },
): Promise<OpenedSession> {
  const byAddress: ThrottleSubject = { kind: 'sign-in-address', value: ctx.clientAddress };
  await takeAttempt(ctx, byAddress, addressThrottle);
  if (!isTokenFormat(token)) throw unusable();
  return ctx.db.transaction(async (tx) => {
    const [redeemed] = await tx
      .delete(oneTimeSignIns)
      .where(isOpenWith(token, ctx.clock.now()))
      .returning({ userId: oneTimeSignIns.userId });
    if (redeemed === undefined) throw unusable();
    await endReplaced(tx, origin);
    await giveBackAttempt(tx, byAddress);
    return openSession(tx, ctx, { userId: redeemed.userId, openedBy: 'oneTime' });
  });
}

const unusable = (): AppError<'INVALID_CREDENTIALS'> =>
  new AppError('INVALID_CREDENTIALS', 'The token is unknown, was used, or has expired.', {});
