import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import type { TargetRow } from '../post-records/records.js';

export type AttemptRow = typeof publishAttempts.$inferSelect;

/** The condition that joins a target with its last attempt at a step or, without a step, at each step. */
export function isLastAttempt(step?: PublishStep): SQL | undefined {
  return and(
    eq(publishAttempts.targetId, targets.id),
    step && eq(publishAttempts.step, step),
    sql`${publishAttempts.number} = (
      select max(latest.number) from ${publishAttempts} latest
      where latest.target_id = ${targets.id} and latest.step = ${publishAttempts.step})`,
  );
}

export async function lastAttempt(
  q: Queryable,
  targetId: string,
  step: PublishStep,
): Promise<AttemptRow | undefined> {
  const [row] = await q
    .select()
    .from(publishAttempts)
    .where(and(eq(publishAttempts.targetId, targetId), eq(publishAttempts.step, step)))
    .orderBy(desc(publishAttempts.number))
    .limit(1);
  return row;
}

/** Reads the last attempt at a step, by target, for the targets of a post that have one. */
export async function readLastAttempts(
  q: Queryable,
  postId: string,
  step: PublishStep,
): Promise<Map<string, AttemptRow>> {
  const rows = await q
    .select({ attempt: publishAttempts })
    .from(targets)
    .innerJoin(publishAttempts, isLastAttempt(step))
    .where(eq(targets.postId, postId));
  return new Map(rows.map(({ attempt }) => [attempt.targetId, attempt]));
}

export interface AttemptedTarget {
  target: TargetRow;
  lastPost: AttemptRow | undefined;
  lastComment: AttemptRow | undefined;
}

/**
 * Reads the targets of a post with their last attempts, to decide which can still be stopped. It is one statement: a
 * success is recorded without the post's lock, and separate reads of target and attempt could make a public post look
 * unpublished.
 */
export async function readAttempted(q: Queryable, postId: string): Promise<AttemptedTarget[]> {
  const rows = await q
    .select({ target: targets, attempt: publishAttempts })
    .from(targets)
    .leftJoin(publishAttempts, isLastAttempt())
    .where(and(eq(targets.postId, postId), isNull(targets.removedAt)))
    .orderBy(targets.order);
  const byTarget = new Map<string, AttemptedTarget>();
  for (const { target, attempt } of rows) {
    const entry = byTarget.get(target.id) ?? { target, lastPost: undefined, lastComment: undefined };
    if (attempt?.step === 'POST') entry.lastPost = attempt;
    if (attempt?.step === 'FIRST_COMMENT') entry.lastComment = attempt;
    byTarget.set(target.id, entry);
  }
  return [...byTarget.values()];
}

/**
 * Whether an attempt was only not found on a platform where that proves nothing. A caller accepted a possible
 * duplicate, so it counted as absent and another call was made. It may still be public, and its error code says so.
 */
function isUnproven({ outcome, errorCode }: Pick<AttemptRow, 'outcome' | 'errorCode'>): boolean {
  return outcome === 'ABSENT' && errorCode === 'PUBLISH_UNCONFIRMED';
}

/** Whether an attempt may have made its step public, according to its row alone. */
export function mayBePublic(last: AttemptRow | null | undefined): boolean {
  return last !== null && last !== undefined && (isOutcomeOpen(last.outcome) || isUnproven(last));
}

/** Whether a call for this target may have made something public whose outcome is not recorded. */
export function isUnclear({ target, lastPost, lastComment }: AttemptedTarget): boolean {
  if (isCallMissing({ target, last: lastPost })) return true;
  return [lastPost, lastComment].some(mayBePublic);
}

/**
 * Whether a call of this step may have been made that no attempt row records and that was not looked up yet
 * (`lookFirstSince`).
 */
export function isCallMissing({
  target,
  last,
}: {
  target: TargetRow;
  last: AttemptRow | undefined;
}): boolean {
  const since = target.lookFirstSince;
  return since !== null && (last === undefined || last.startedAt < since);
}
