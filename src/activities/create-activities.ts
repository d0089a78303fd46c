import { Context } from '@temporalio/activity';
import type {
  BeginPublishResult,
  CommitInput,
  GiveUpReason,
  LookupInput,
  LookupResult,
  PublishPostResult,
  ReconcileResult,
  RefreshResult,
  StepInput,
  StepResult,
} from '../domain/workflow-contract.js';
import type { ServiceDeps } from '../services/context.js';
import { beginPublish } from '../services/publishing/begin-publish.js';
import { beginCommentRun, endCommentRun } from '../services/publishing/comment-run.js';
import { commitStep } from '../services/publishing/commit-step.js';
import { finishPublish, giveUpStep } from '../services/publishing/finish-publish.js';
import { lookupStep } from '../services/publishing/lookup-step.js';
import { reconcile } from '../services/reconcile/reconcile.js';
import { refreshAccount } from '../services/social-accounts/refresh.js';

const heartbeatIntervalMs = 5_000;

/** What workflows may do to the world. Arguments and results are recorded in histories: ids and verdicts only. */
export interface Activities {
  beginPublish(input: { postId: string; workflowId: string; nowMs: number }): Promise<BeginPublishResult>;
  commitStep(input: CommitInput): Promise<StepResult>;
  lookupStep(input: LookupInput): Promise<LookupResult>;
  giveUpStep(input: StepInput & { reason: GiveUpReason }): Promise<void>;
  finishPublish(input: { postId: string; workflowId: string }): Promise<PublishPostResult>;
  /** Runs, or joins, the account's one refresh and waits for it. */
  awaitRefresh(input: { socialAccountId: string; seenVersion: number }): Promise<RefreshResult>;
  /** The refresh itself; called by the RefreshAccount workflow alone. */
  refreshAccount(input: { socialAccountId: string; seenVersion: number }): Promise<RefreshResult>;
  beginCommentRun(input: {
    targetId: string;
    workflowId: string;
    nowMs: number;
  }): Promise<Exclude<BeginPublishResult, { kind: 'WAIT' }>>;
  endCommentRun(input: { targetId: string; workflowId: string }): Promise<void>;
  reconcile(): Promise<ReconcileResult>;
}

export function createActivities(deps: ServiceDeps): Activities {
  return {
    beginPublish: (input) => beginPublish(deps, input),
    commitStep: (input) => withHeartbeat(() => commitStep(deps, input)),
    lookupStep: (input) => lookupStep(deps, input),
    giveUpStep: (input) => giveUpStep(deps, input),
    finishPublish: (input) => finishPublish(deps, input),
    awaitRefresh: ({ socialAccountId, seenVersion }) =>
      deps.starter.refreshAccount(socialAccountId, seenVersion),
    refreshAccount: (input) => refreshAccount(deps, input),
    beginCommentRun: (input) => beginCommentRun(deps, input),
    endCommentRun: (input) => endCommentRun(deps, input),
    reconcile: () => reconcile(deps, { includeYoung: false }),
  };
}

/** Lets Temporal notice a lost worker within seconds instead of after the whole time-out. */
async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const { heartbeat } = Context.current();
  const timer = setInterval(() => {
    heartbeat();
  }, heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
