import { ApplicationFailure, Context } from '@temporalio/activity';
import type {
  AttemptDeliveryInput,
  AttemptVerdict,
  AwaitRefreshInput,
  BeginPublishResult,
  CommentReadPlan,
  CommitInput,
  FinishInput,
  GiveUpReason,
  LookupInput,
  LookupResult,
  PublishPostResult,
  ReadCommentsInput,
  ReadCommentsResult,
  ReconcileResult,
  RefreshAheadResult,
  RefreshResult,
  StepInput,
  StepResult,
  SweepMediaResult,
  UploadResult,
} from '../domain/workflow-contract.js';
import { webhookTimeoutMs } from '../domain/webhooks.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { forgetComments, payOwedPurges } from '../services/comment-feeds/forget.js';
import { planCommentReads } from '../services/comment-feeds/plan.js';
import { readDueComments } from '../services/comment-feeds/read-due.js';
import { createReadGate } from '../services/comment-feeds/read-gate.js';
import { beginPublish } from '../services/publishing/begin-publish.js';
import { beginCommentRun, endCommentRun } from '../services/publishing/comment-run.js';
import { commitStep } from '../services/publishing/commit-step.js';
import { sweepMedia } from '../services/media/sweep.js';
import { finishPublish, giveUpStep } from '../services/publishing/finish-publish.js';
import { lookupStep } from '../services/publishing/lookup-step.js';
import { uploadStep } from '../services/publishing/upload-step.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { refreshAhead } from '../services/reconcile/refresh-ahead.js';
import { awaitRefresh } from '../services/social-accounts/await-refresh.js';
import { refreshAccount } from '../services/social-accounts/refresh.js';
import { attemptDelivery } from '../services/webhooks/attempt-delivery.js';
import { createEndpointGate, type EndpointGate } from './endpoint-gate.js';

const heartbeatIntervalMs = 5_000;
/**
 * When an attempt that found its endpoint busy comes back: not before those under way have been cut, because each
 * return costs the server as much as an attempt; and spread, so that they do not all come at once.
 */
const busyDelayMsMin = webhookTimeoutMs;
const busyDelayMsSpread = 5_000;

/** What workflows may do to the world. Arguments and results are recorded in histories: ids and verdicts only. */
export interface Activities {
  beginPublish(input: { postId: string; workflowId: string; nowMs: number }): Promise<BeginPublishResult>;
  commitStep(input: CommitInput): Promise<StepResult>;
  /** Its heartbeats tell the bytes that the platform has got. */
  uploadStep(input: CommitInput): Promise<UploadResult>;
  lookupStep(input: LookupInput): Promise<LookupResult>;
  giveUpStep(input: StepInput & { reason: GiveUpReason }): Promise<void>;
  finishPublish(input: FinishInput): Promise<PublishPostResult>;
  /** Runs, or joins, the account's one refresh and waits for it. */
  awaitRefresh(input: AwaitRefreshInput): Promise<RefreshResult>;
  /** The refresh itself; called by the RefreshAccount workflow alone. */
  refreshAccount(input: { socialAccountId: string; seenVersion: number }): Promise<RefreshResult>;
  beginCommentRun(input: {
    targetId: string;
    workflowId: string;
    nowMs: number;
  }): Promise<Exclude<BeginPublishResult, { kind: 'WAIT' }>>;
  endCommentRun(input: { targetId: string; workflowId: string }): Promise<void>;
  /** Runs on the webhooks' own task queue. */
  attemptDelivery(input: AttemptDeliveryInput): Promise<AttemptVerdict>;
  /** Runs that began before `sweepDebts` was there ask for it, as a local activity. */
  reconcile(): Promise<ReconcileResult>;
  /** One sweep; who comes second while one is under way does nothing. */
  sweepDebts(): Promise<ReconcileResult>;
  /** Hourly: media that nobody comes back for, and comments whose time is over. */
  sweepMedia(): Promise<SweepMediaResult>;
  /** One sweep of the grants that are due; who comes second while one is under way does nothing. */
  refreshAhead(): Promise<RefreshAheadResult>;
  /** Takes up what was published lately, and says how much is due. */
  planCommentReads(): Promise<CommentReadPlan>;
  /** Reads comments that are due, for less than a minute. */
  readComments(input: ReadCommentsInput): Promise<ReadCommentsResult>;
}

export function createActivities(deps: ServiceDeps): Activities {
  const gate = createEndpointGate();
  const readGate = createReadGate();
  return {
    beginPublish: (input) => beginPublish(deps, input),
    commitStep: (input) => withHeartbeat(() => commitStep(deps, input)),
    uploadStep: (input) => uploadWithHeartbeat(deps, input),
    lookupStep: (input) => withHeartbeat(() => lookupStep(deps, input)),
    giveUpStep: (input) => giveUpStep(deps, input),
    finishPublish: (input) => finishPublish(deps, input),
    awaitRefresh: (input) => withHeartbeat(() => awaitRefresh(deps, input)),
    refreshAccount: (input) => withHeartbeat(() => refreshAccount(deps, input)),
    beginCommentRun: (input) => beginCommentRun(deps, input),
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
      await payOwedPurges(deps);
      return planCommentReads(deps);
    },
    readComments: (input) => {
      const { cancellationSignal } = Context.current();
      return withHeartbeat(() => readDueComments(deps, input, cancellationSignal, readGate));
    },
  };
}

/** An attempt that has to wait long for others to the same endpoint gives its slot back: Temporal offers it again. */
async function attemptInTurn(
  deps: ServiceDeps,
  gate: EndpointGate,
  input: AttemptDeliveryInput,
): Promise<AttemptVerdict> {
  if (!(await gate.enter(input.endpointId))) {
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
    gate.leave(input.endpointId);
  }
}

/** The heartbeats show an operator how far it is; the row, which is saved more often, is what the next try goes on from. */
async function uploadWithHeartbeat(deps: ServiceDeps, input: CommitInput): Promise<UploadResult> {
  const { cancellationSignal } = Context.current();
  const reached = { sentBytes: 0, totalBytes: 0 };
  return withHeartbeat(
    () =>
      uploadStep(deps, input, {
        signal: cancellationSignal,
        progress: (sentBytes, totalBytes) => Object.assign(reached, { sentBytes, totalBytes }),
      }),
    () => reached,
  );
}

/** Lets Temporal notice a lost worker within seconds instead of after the whole time-out. */
async function withHeartbeat<T>(work: () => Promise<T>, details?: () => object): Promise<T> {
  const { heartbeat } = Context.current();
  const timer = setInterval(() => {
    heartbeat(details?.());
  }, heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
