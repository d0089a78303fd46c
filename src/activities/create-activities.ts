import { ApplicationFailure, Context } from '@temporalio/activity';
import type {
  Advance,
  AdvanceChange,
  AdvanceChangeInput,
  AdvanceInput,
  AttemptDeliveryInput,
  AttemptVerdict,
  CommentReadPlan,
  CommitInput,
  FinishInput,
  FinishResult,
  MeasureInput,
  MeasurePlan,
  MeasureResult,
  ReadCommentsInput,
  ReadCommentsResult,
  ReconcileResult,
  RefreshAheadResult,
  RefreshResult,
  SweepMediaResult,
  UploadResult,
} from '../domain/workflow-contract.js';
import { withoutBoundValues } from '../bound-values.js';
import { webhookTimeoutMs } from '../domain/webhooks.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { forgetComments, runRequestedPurges } from '../services/comment-feeds/forget.js';
import { planCommentReads } from '../services/comment-feeds/plan.js';
import { readDueComments } from '../services/comment-feeds/read-due.js';
import { measureDue } from '../services/metrics/measure-due.js';
import { planMeasuring } from '../services/metrics/plan.js';
import { createReadTurns } from '../services/platform-reads/read-turns.js';
import { advance } from '../services/publishing/advance.js';
import { advanceChange } from '../services/publishing/advance-change.js';
import { endCommentRun } from '../services/publishing/comment-run.js';
import { createPublishTurns, type PublishTurns } from '../services/publishing/publish-turns.js';
import { sweepMedia } from '../services/media/sweep.js';
import { finishPublish } from '../services/publishing/finish-publish.js';
import { createUploadGate, type UploadGate } from '../services/publishing/upload-gate.js';
import { uploadStep } from '../services/publishing/upload-step.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { refreshAhead } from '../services/reconcile/refresh-ahead.js';
import { refreshAccount } from '../services/social-accounts/refresh.js';
import { attemptDelivery } from '../services/webhooks/attempt-delivery.js';
import { createEndpointGate, type EndpointGate } from './endpoint-gate.js';

const heartbeatIntervalMs = 5_000;
/**
 * The wait of an attempt whose endpoint was busy. It lasts until the running attempts have timed out, because each
 * return costs the server as much as an attempt. The random spread prevents all from returning at the same time.
 */
const busyDelayMsMin = webhookTimeoutMs;
const busyDelayMsSpread = 5_000;

/**
 * All side effects of workflows. Arguments and results are recorded in histories, so they contain only ids and
 * verdicts.
 */
export interface Activities {
  /** Carries a target forward until the run must wait or upload, or nothing is left to do. */
  advance(input: AdvanceInput): Promise<Advance>;
  /** Works in the same way for the removal or edit of a public post. */
  advanceChange(input: AdvanceChangeInput): Promise<AdvanceChange>;
  /** Uploads media. Heartbeats report the number of bytes that the platform has received. */
  uploadStep(input: CommitInput): Promise<UploadResult>;
  finishPublish(input: FinishInput): Promise<FinishResult>;
  /** Refreshes the account's tokens. Only the RefreshAccount workflow calls it. */
  refreshAccount(input: { socialAccountId: string; seenVersion: number }): Promise<RefreshResult>;
  endCommentRun(input: { targetId: string; workflowId: string }): Promise<void>;
  /** Makes one attempt to deliver a webhook, on the webhooks' own task queue. */
  attemptDelivery(input: AttemptDeliveryInput): Promise<AttemptVerdict>;
  /** Like `sweepDebts`, as a local activity, for runs that began before `sweepDebts` existed. */
  reconcile(): Promise<ReconcileResult>;
  /** Runs one sweep of the reconciler. If another one is running, it does nothing. */
  sweepDebts(): Promise<ReconcileResult>;
  /** Deletes unused media, and comments whose retention has ended. Runs hourly. */
  sweepMedia(): Promise<SweepMediaResult>;
  /** Refreshes the grants that are due. If another sweep is running, it does nothing. */
  refreshAhead(): Promise<RefreshAheadResult>;
  /** Enrolls recently published posts, and returns the number of parallel reads for the posts that are due. */
  planCommentReads(): Promise<CommentReadPlan>;
  /** Reads comments that are due, for less than a minute. */
  readComments(input: ReadCommentsInput): Promise<ReadCommentsResult>;
  /** Enrolls recently published targets, and returns the number of parallel readings for those that are due. */
  planMeasuring(): Promise<MeasurePlan>;
  /** Reads numbers that are due, for less than a minute. */
  measurePosts(input: MeasureInput): Promise<MeasureResult>;
}

export function createActivities(
  deps: ServiceDeps,
  turns: PublishTurns = createPublishTurns(deps.publishing.dueClock),
): Activities {
  const gate = createEndpointGate();
  const readTurns = createReadTurns();
  const uploadGate = createUploadGate();
  return failingWithoutValues({
    advance: (input) => {
      const { cancellationSignal: signal } = Context.current();
      return withHeartbeat(() => advance(deps, input, { turns, signal }));
    },
    advanceChange: (input) => withHeartbeat(() => advanceChange(deps, input)),
    uploadStep: (input) => uploadWithHeartbeat(deps, input, uploadGate),
    finishPublish: (input) => finishPublish(deps, input),
    refreshAccount: (input) => withHeartbeat(() => refreshAccount(deps, input)),
    endCommentRun: (input) => endCommentRun(deps, input),
    attemptDelivery: (input) => attemptInTurn(deps, gate, input),
    reconcile: () => reconcile(deps, { includeYoung: false }),
    sweepDebts: () => {
      const { cancellationSignal: signal } = Context.current();
      return withHeartbeat(() => reconcile(deps, { includeYoung: false, signal }));
    },
    sweepMedia: () =>
      withHeartbeat(async () => {
        const swept = await sweepMedia(deps);
        await forgetComments(deps);
        return swept;
      }),
    refreshAhead: () => {
      const { cancellationSignal } = Context.current();
      return withHeartbeat(() => refreshAhead(deps, cancellationSignal));
    },
    planCommentReads: async () => {
      await runRequestedPurges(deps);
      return planCommentReads(deps);
    },
    readComments: (input) => {
      const { cancellationSignal } = Context.current();
      return withHeartbeat(() => readDueComments(deps, input, cancellationSignal, readTurns));
    },
    planMeasuring: () => planMeasuring(deps),
    measurePosts: (input) => {
      const { cancellationSignal } = Context.current();
      return withHeartbeat(() => measureDue(deps, input, cancellationSignal, readTurns));
    },
  });
}

/** Removes the values of failed statements from the errors of activities, because errors are recorded in histories. */
function failingWithoutValues(activities: Activities): Activities {
  const wrapped = Object.entries(activities).map(([name, work]) => [
    name,
    async (...input: unknown[]): Promise<unknown> => {
      try {
        return await (work as (...input: unknown[]) => Promise<unknown>)(...input);
      } catch (error) {
        throw withoutBoundValues(error);
      }
    },
  ]);
  // The functions keep their names, and each keeps its input and result.
  return Object.fromEntries(wrapped) as Activities;
}

/**
 * Makes an attempt when its endpoint has a free slot. An attempt that would wait long frees its worker slot, and
 * Temporal offers it again later.
 */
async function attemptInTurn(
  deps: ServiceDeps,
  gate: EndpointGate,
  input: AttemptDeliveryInput,
): Promise<AttemptVerdict> {
  const leave = await gate(input.endpointId);
  if (leave === null) {
    throw ApplicationFailure.create({
      type: 'ENDPOINT_BUSY',
      message: 'Other attempts to this endpoint are under way.',
      nextRetryDelay: busyDelayMsMin + Math.random() * busyDelayMsSpread,
      category: 'BENIGN',
    });
  }
  try {
    return await attemptDelivery(deps, input, Context.current().cancellationSignal);
  } finally {
    leave();
  }
}

/**
 * Uploads with heartbeats, which show operators the progress. The next try resumes from the saved row, which is updated
 * more often.
 */
async function uploadWithHeartbeat(
  deps: ServiceDeps,
  input: CommitInput,
  gate: UploadGate,
): Promise<UploadResult> {
  const { cancellationSignal } = Context.current();
  const reached = { sentBytes: 0, totalBytes: 0 };
  return withHeartbeat(
    () =>
      uploadStep(deps, input, {
        gate,
        signal: cancellationSignal,
        progress: (sentBytes, totalBytes) => Object.assign(reached, { sentBytes, totalBytes }),
      }),
    () => reached,
  );
}

/**
 * Sends heartbeats during the work, so that Temporal notices a lost worker within seconds instead of after the whole
 * timeout.
 */
async function withHeartbeat<T>(work: () => Promise<T>, details?: () => object): Promise<T> {
  const { heartbeat } = Context.current();
  const timer = setInterval(() => heartbeat(details?.()), heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
