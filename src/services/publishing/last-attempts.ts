import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { publishAttempts, targets } from '../../db/schema/index.js';
import { isOutcomeOpen } from '../../domain/publish-attempts.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import type { TargetRow } from '../post-records/records.js';
import { isLastAttempt, type AttemptRow } from './attempts.js';
import { isCallMissing } from './end-target.js';
import type { StepError } from './outcome-fields.js';

export const commentNotSent: StepError = {
  code: 'FIRST_COMMENT_NOT_SENT',
  message: 'The run of the post ended before its first comment was sent. Retry the comment.',
};

/** The last attempt at a step of each target of a post that has one, by target. */
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
 * The targets of a post with their last attempts, for whoever decides what may still be stopped. All of it is one
 * statement: success is recorded without the post's lock, and a target read before it beside an attempt read after
 * it would look as if nothing were public.
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

/** Whether a call for this target may have made something public that nobody knows of. */
export function isUnclear({ target, lastPost, lastComment }: AttemptedTarget): boolean {
  if (isCallMissing({ target, last: lastPost })) return true;
  return [lastPost, lastComment].some((last) => last !== undefined && isOutcomeOpen(last.outcome));
}
