import type { Tx } from '../../../db/client.js';
import { lateCodeOf } from '../../../domain/publish-attempts.js';
import type { StepError } from '../../attempts/close-attempt.js';
import { commentNotSent, endStep } from '../../attempts/end-step.js';
import { readLastAttempts, type AttemptRow } from '../../attempts/last-attempts.js';
import { leavesComment } from '../../attempts/owed-comment.js';
import type { PostRecord, TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { TimelineEntry } from '../../timeline/record.js';

const neverBegun: StepError = {
  code: 'PUBLISH_WINDOW_MISSED',
  message: 'The post was not taken up within a day after its due time. Nothing was sent.',
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
  const code = lateCodeOf(outcome);
  return { code, message: 'It did not come to an end within a day after its due time, and was stopped.' };
}
