import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { signInThrottles } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';
import type { ThrottleRule } from '../../../domain/sessions.js';
import type { ServiceDeps } from '../context.js';

/** The subject by which attempts are counted. */
export interface ThrottleSubject {
  kind:
    | 'sign-in-email'
    | 'sign-in-address'
    | 'sign-up-address'
    | 'invitation-address'
    | 'change-password'
    | 'connect-user';
  value: string;
}

/** A time for "not blocked", so far in the past that the clocks of two processes need not agree to the millisecond. */
const never = new Date(0);

type ThrottleDeps = Pick<ServiceDeps, 'db' | 'clock'>;

/**
 * Counts an attempt before it is made, so that parallel guesses cannot exceed the limit together. Throws RATE_LIMITED
 * during a wait. A single statement does both, so that the row's lock orders the attempts of all API processes.
 */
export async function takeAttempt(
  { db, clock }: ThrottleDeps,
  subject: ThrottleSubject,
  rule: ThrottleRule,
): Promise<void> {
  const key = keyOf(subject);
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const forgetBefore = sql`${new Date(now.getTime() - rule.forgetMs).toISOString()}::timestamptz`;
  const { attempts, blockedUntil, lastAttemptAt } = signInThrottles;
  const nextCount = sql`case when ${lastAttemptAt} < ${forgetBefore} then 1 else ${attempts} + 1 end`;
  const over = sql`(${nextCount}) - ${rule.freeCount}::int`;
  const waitMs = sql`least(${rule.waitMsMax}::float8, ${rule.waitMs}::float8 * power(2, least(${over}, 20)))`;
  const taken = await db
    .insert(signInThrottles)
    .values({ key, attempts: 1, blockedUntil: never, lastAttemptAt: now })
    .onConflictDoUpdate({
      target: signInThrottles.key,
      set: {
        attempts: nextCount,
        blockedUntil: sql`case when ${over} < 0 then ${never.toISOString()}::timestamptz
          else ${at} + ${waitMs} * interval '1 millisecond' end`,
        lastAttemptAt: now,
      },
      setWhere: sql`${blockedUntil} <= ${at}`,
    })
    .returning({ attempts });
  if (taken.length > 0) return;
  const [row] = await db.select({ blockedUntil }).from(signInThrottles).where(eq(signInThrottles.key, key));
  const leftMs = Math.max((row?.blockedUntil.getTime() ?? 0) - now.getTime(), 1000);
  throw new AppError('RATE_LIMITED', 'There were too many attempts; try again later.', {
    retryAfterMs: leftMs,
    policy: 'attempts',
    limit: rule.freeCount,
    remaining: 0,
    windowMs: rule.forgetMs,
  });
}

/** Takes back an attempt that was not a guess. */
export async function giveBackAttempt(q: Queryable, subject: ThrottleSubject): Promise<void> {
  await q
    .update(signInThrottles)
    .set({ attempts: sql`greatest(${signInThrottles.attempts} - 1, 0)`, blockedUntil: never })
    .where(eq(signInThrottles.key, keyOf(subject)));
}

/** Forgets all attempts, because the right person has signed in. */
export async function forgetAttempts(q: Queryable, subject: ThrottleSubject): Promise<void> {
  await q.delete(signInThrottles).where(eq(signInThrottles.key, keyOf(subject)));
}

function keyOf({ kind, value }: ThrottleSubject): Buffer {
  return createHash('sha256').update(`${kind}:${value}`).digest();
}
