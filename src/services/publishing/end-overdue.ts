import type { Tx } from '../../db/client.js';
import type { AttemptOutcome } from '../../domain/publish-attempts.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import type { ServiceDeps } from '../shared/context.js';
import type { PostRecord, TargetRow } from '../post-records/records.js';
import type { TimelineEntry } from '../timeline/record.js';
import type { AttemptRow } from './attempts.js';
import { endStep, leavesComment } from './end-target.js';
import { commentNotSent, readLastAttempts } from './last-attempts.js';
import type { StepError } from './outcome-fields.js';

const neverBegun: StepError = {
  code: 'PUBLISH_WINDOW_MISSED',
  message: 'The post was not taken up within a day after its due time. Nothing was sent.',
};

/** What the last attempt says of why it took too long. */
const codeByOutcome: Partial<Record<AttemptOutcome, TargetErrorCode>> = {
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_SENT: 'PLATFORM_UNAVAILABLE',
  AUTH_EXPIRED: 'PLATFORM_AUTH_FAILED',
  PREPARE_AGAIN: 'NOT_READY_IN_TIME',
  ABSENT: 'PUBLISH_WINDOW_MISSED',
  // A refusal ends its run: what is late here is a later run, which has called nothing.
  REJECTED: 'PUBLISH_WINDOW_MISSED',
};

/** Ends what is still open of a post whose row the caller has locked: targets, and first comments that were due. */
export async function endOverdueTargets(
  tx: Tx,
  deps: ServiceDeps,
  { post, targets: rows }: PostRecord,
): Promise<TimelineEntry[]> {
  const lastPosts = await readLastAttempts(tx, post.id, 'POST');
  const entries: TimelineEntry[] = [];
  for (const target of rows) {
    if (target.status === 'SCHEDULED' || target.status === 'PUBLISHING') {
      const last = lastPosts.get(target.id);
      const ended = await endStep(
        tx,
        deps,
        'POST',
        { target, last },
        last === undefined ? neverBegun : late(last),
      );
      entries.push(...ended.entries);
    } else if (leavesComment(target)) {
      entries.push(...(await endComment(tx, deps, target)));
    }
  }
  return entries;
}

/** Ends a first comment that was not sent in time, or of which nobody knows. */
export async function endComment(tx: Tx, deps: ServiceDeps, target: TargetRow): Promise<TimelineEntry[]> {
  const last = (await readLastAttempts(tx, target.postId, 'FIRST_COMMENT')).get(target.id);
  const error = last === undefined ? commentNotSent : late(last);
  return (await endStep(tx, deps, 'FIRST_COMMENT', { target, last }, error)).entries;
}

function late({ outcome }: AttemptRow): StepError {
  const code = (outcome && codeByOutcome[outcome]) ?? 'INTERNAL_ERROR';
  return { code, message: 'It did not come to an end within a day after its due time, and was stopped.' };
}
