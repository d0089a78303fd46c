import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publishAttempts } from '../../db/schema/index.js';
import { derivePostStatus } from '../../domain/post-status.js';
import type { GiveUpReason, PublishPostResult, StepInput } from '../../domain/workflow-contract.js';
import type { DeliverWebhookStart } from '../../temporal/workflow-starter.js';
import type { ServiceDeps } from '../context.js';
import { lockPostRow, readTargets, type TargetRow } from '../posts/post-records.js';
import { emitPostEvent } from '../webhooks/emit-post-event.js';
import { startDeliveries } from '../webhooks/stage.js';
import { publisher, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { attemptEntry, type StepEnd, type StepError } from './outcome-fields.js';
import { closeAttempt, countEnd, endEntries, failStep, recordFailed } from './outcomes.js';
import { readStatuses, settlePost } from './settle-post.js';

const giveUpTexts: Record<GiveUpReason, string> = {
  RATE_LIMITED: 'The platform kept limiting the rate for the whole day in which the post could be published.',
  PLATFORM_QUOTA_EXCEEDED:
    'The credits or the quota at the platform were used up for the whole day in which the post could be published.',
  PLATFORM_UNAVAILABLE:
    'The platform could not be reached for the whole day in which the post could be published.',
  NOT_READY_IN_TIME: 'The platform did not finish preparing the post in time.',
  MEDIA_UNAVAILABLE: 'The platform did not get, or did not keep, the media in several tries.',
  PLATFORM_AUTH_FAILED:
    'The access token could not be refreshed in time. Reconnect the account if this persists.',
  INTERNAL_ERROR: 'A fault of the service stopped the publication. Its log has the details.',
};

/** Ends a step that the workflow can do no more for. */
export function giveUpStep(deps: ServiceDeps, input: StepInput & { reason: GiveUpReason }): Promise<void> {
  return failStep(deps, input, { code: input.reason, message: giveUpTexts[input.reason] });
}

/**
 * Ends a publish run: the post gets the status that its targets add up to. A target that is still open by then
 * (its coroutine failed in a way that nobody foresaw) is made visible as failed, never left hanging.
 */
export async function finishPublish(
  deps: ServiceDeps,
  { postId, workflowId }: { postId: string; workflowId: string },
): Promise<PublishPostResult> {
  const { outcome, starts, ends } = await deps.db.transaction<Finished>(async (tx) => {
    // Sent together, run one behind the other: the targets are read once the lock is held.
    const [post, rows] = await Promise.all([lockPostRow(tx, postId), readTargets(tx, { postIds: [postId] })]);
    if (post?.workflowId !== workflowId) return { outcome: 'SUPERSEDED', starts: [], ends: null };
    if (post.status !== 'PUBLISHING') return { outcome: post.status, starts: [], ends: null };
    const leftovers = [];
    for (const target of rows) {
      if (target.status !== 'PUBLISHING') continue;
      leftovers.push(await failLeftover(tx, deps, { postId, workflowId }, target));
    }
    const statuses =
      leftovers.length > 0 ? await readStatuses(tx, postId) : rows.map((target) => target.status);
    const status = derivePostStatus(statuses, { running: false });
    const { workspaceId } = post;
    const [starts] = await Promise.all([
      settlePost(tx, deps, { postId, workflowId, status }).then(() =>
        emitPostEvent(tx, deps, { postId, workspaceId, status }),
      ),
      recordEvents(tx, deps, postId, publisher, [
        ...leftovers.flatMap(({ entries }) => entries),
        { kind: 'FINISHED', detail: { status, workflowId } },
      ]),
    ]);
    return { outcome: status, starts, ends: leftovers.map(({ end }) => end) };
  });
  for (const end of ends ?? []) countEnd(deps, { step: 'POST' }, end);
  if (ends !== null && outcome !== 'SUPERSEDED') deps.metrics.runFinished(outcome);
  await startDeliveries(deps, starts);
  return { outcome };
}

interface Finished extends PublishPostResult {
  starts: DeliverWebhookStart[];
  /** Targets that had to be closed here; null where the run had nothing to finish. */
  ends: (StepEnd | undefined)[] | null;
}

async function failLeftover(
  tx: Tx,
  deps: ServiceDeps,
  run: { postId: string; workflowId: string },
  target: TargetRow,
): Promise<{ end: StepEnd | undefined; entries: TimelineEntry[] }> {
  const [attempt] = await tx
    .select()
    .from(publishAttempts)
    .where(eq(publishAttempts.targetId, target.id))
    .orderBy(desc(publishAttempts.startedAt))
    .limit(1);
  const unsettled = attempt !== undefined && (attempt.outcome === null || attempt.outcome === 'AMBIGUOUS');
  const error: StepError = unsettled
    ? {
        code: 'PUBLISH_UNCONFIRMED',
        message: 'The post was sent, but the run ended before its outcome was known.',
      }
    : { code: 'INTERNAL_ERROR', message: giveUpTexts.INTERNAL_ERROR };
  const input: StepInput = { ...run, targetId: target.id, step: 'POST' };
  const entries: TimelineEntry[] = [];
  if (unsettled) {
    const closed = await closeAttempt(tx, deps, attempt.id, { outcome: 'UNCONFIRMED', error });
    entries.push(attemptEntry(input, { attempt: closed, outcome: 'UNCONFIRMED' }));
  }
  const end = await recordFailed(tx, deps, input, error);
  return { end, entries: [...entries, ...endEntries(input, end)] };
}
