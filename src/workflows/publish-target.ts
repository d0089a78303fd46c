import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  patched,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import {
  beginning,
  decide,
  type Position,
  type Publication,
  type PublishCommand,
  type PublishEvent,
  type StepEnd,
} from '../domain/decide.js';
import { lookupDelaysMs, uploadTimeoutMs } from '../domain/publish-ladders.js';
import {
  type PublishStep,
  type StepInput,
  type TargetPlan,
  type TargetProgress,
  uploadTaskQueueOf,
} from '../domain/workflow-contract.js';
import { awaitRefresh, commitStep, local, lookupStep, uploadStep } from './options.js';
import type { Renewal } from './renewal.js';

export interface TargetRun {
  postId: string;
  workflowId: string;
  deadlineMs: number;
  /** The due time, if the run started before the post is due. */
  dueMs?: number | undefined;
  target: TargetPlan;
  /** The waits before look-ups, if the plan changes the usual ones. */
  lookupDelaysMs?: readonly number[] | undefined;
  /** The position that an earlier run of the chain reached. */
  progress?: TargetProgress | undefined;
  renewal: Renewal;
  /** Shows the progress to operators. */
  report: (text: string) => void;
}

/** The minimum time for an upload, even if the run's deadline is near. */
const uploadTimeMsMin = 60_000;
/**
 * The heartbeat timeout while a worker holds a post for its due time. It is short, so that the loss of the worker is
 * detected quickly.
 */
const holdHeartbeatTimeoutMs = 15_000;
/**
 * The priority of calls, more urgent than Temporal's default of 3. It is the same before and after the due time:
 * Temporal serves workspaces in turns only within one priority, so many due posts would keep all others from being
 * prepared.
 */
const callPriority = 2;

/**
 * Takes one target through its steps, in its own cancellation scope. A cancellation stops it between calls, never
 * inside one. Returns the target's position if the run must continue in a new one, otherwise nothing.
 */
export function publishTarget(run: TargetRun): Promise<TargetProgress | undefined> {
  return new CancellationScope().run(() => publishSteps(run));
}

async function publishSteps(run: TargetRun): Promise<TargetProgress | undefined> {
  for (const step of run.target.steps) {
    const ended = await publishStep(run, step);
    if (typeof ended === 'object') return ended;
    run.report(`${step === 'POST' ? 'post' : 'first comment'} ${ended.toLowerCase()}`);
    if (ended !== 'PUBLISHED') return undefined;
  }
  return undefined;
}

/** Does what `decide` says until it says that the step has ended, or until the run must continue in a new one. */
async function publishStep(run: TargetRun, step: PublishStep): Promise<StepEnd | TargetProgress> {
  const { postId, workflowId, target, deadlineMs, dueMs } = run;
  const input: StepInput = { postId, targetId: target.targetId, step, workflowId };
  const publication: Publication = {
    step,
    platform: target.platform,
    carriesMedia: step === 'POST' && target.media !== undefined,
    deadlineMs,
    dueMs,
    lookupDelaysMs: run.lookupDelaysMs ?? lookupDelaysMs,
  };
  let position = await beginStep(run, publication);
  let event: PublishEvent = { kind: 'BEGUN' };
  for (;;) {
    const decision = decide(publication, position, event, { nowMs: Date.now(), follows: patched });
    position = decision.position;
    let { command } = decision;
    if (command.kind === 'WAIT') {
      const brokenOffMs = await wait(run, command, position);
      if (brokenOffMs !== null) return progressOf(step, position, brokenOffMs);
      command = command.next;
    }
    switch (command.kind) {
      case 'END':
        return command.end;
      case 'GIVE_UP': {
        const { reason } = command;
        await CancellationScope.nonCancellable(() => local.giveUpStep({ ...input, reason }));
        return 'FAILED';
      }
      case 'UPLOAD':
      case 'CALL':
        if (run.renewal.isWanted()) return progressOf(step, position, 0);
        event = await (command.kind === 'UPLOAD' ? upload(run, input) : call(run, input));
        break;
      case 'LOOK_UP':
        event = await lookUp(run, input, command);
        break;
      case 'REFRESH':
        event = await refresh(run, command.seenVersion, position);
    }
  }
}

/** Returns the position that an earlier run of the chain reached, after the rest of its pause. */
async function beginStep(run: TargetRun, { step, carriesMedia }: Publication): Promise<Position> {
  const { progress, target } = run;
  if (progress?.step !== step) return beginning(carriesMedia);
  const restMs = progress.resumeAtMs - Date.now();
  if (restMs > 0) await sleep(restMs, { summary: `The rest of a pause of ${target.platform}` });
  return { ...beginning(progress.mustUpload), tries: progress.tries };
}

const progressOf = (
  step: PublishStep,
  { tries, mustUpload }: Position,
  resumeAtMs: number,
): TargetProgress => ({ step, tries, mustUpload, resumeAtMs });

type Wait = Extract<PublishCommand, { kind: 'WAIT' }>;

/** Waits, and returns null, or the end of the wait if the run must continue in a new one. */
async function wait(run: TargetRun, { waitMs, text }: Wait, position: Position): Promise<number | null> {
  const untilMs = Date.now() + waitMs;
  run.report(`${text}, until ${new Date(untilMs).toISOString()}`);
  // A call of unknown outcome is looked up before anything else, even if the run was canceled.
  if (position.lookups !== null) {
    await CancellationScope.nonCancellable(() => sleep(waitMs, { summary: text }));
    return null;
  }
  if (run.renewal.isWanted()) return untilMs;
  const breakable = run.renewal.enterPause();
  try {
    await sleep(waitMs, { summary: text });
    return null;
  } catch (error) {
    if (breakable.wasBrokenOff(error)) return untilMs;
    throw error;
  } finally {
    breakable.leave();
  }
}

/**
 * Uploads the media. An upload that ends without a result counts as not sent and is repeated; the next try resumes
 * after the bytes that the platform already has.
 */
async function upload(run: TargetRun, input: StepInput): Promise<PublishEvent> {
  const { target, deadlineMs } = run;
  run.report(`uploading on ${target.platform}`);
  const options = {
    taskQueue: uploadTaskQueueOf(workflowInfo().taskQueue),
    summary: `Upload the media to ${target.platform}`,
    startToCloseTimeout: uploadTimeoutMs(target.media?.bytes ?? 0),
    scheduleToCloseTimeout: Math.max(uploadTimeMsMin, deadlineMs - Date.now()),
  };
  const nowMs = Date.now();
  const result = await orElse({ kind: 'NOT_SENT' }, () =>
    uploadStep.executeWithOptions(options, [{ ...input, nowMs }]),
  );
  return { kind: 'UPLOADED', result };
}

/**
 * Makes the call, which a cancellation does not interrupt. If the activity ends without a result (lost worker, timeout,
 * error), it may have made the call, so the result is `AMBIGUOUS`.
 */
async function call({ target, dueMs, report }: TargetRun, input: StepInput): Promise<PublishEvent> {
  const isPost = input.step === 'POST';
  report(`${isPost ? 'publishing' : 'first comment'} on ${target.platform}`);
  const nowMs = Date.now();
  const options = {
    summary: `${isPost ? 'Publish' : 'First comment'} on ${target.platform}`,
    priority: { priorityKey: callPriority },
    ...(dueMs !== undefined && nowMs < dueMs && { heartbeatTimeout: holdHeartbeatTimeoutMs }),
  };
  const result = await CancellationScope.nonCancellable(() =>
    orElse({ kind: 'AMBIGUOUS' }, () => commitStep.executeWithOptions(options, [{ ...input, nowMs }])),
  );
  return { kind: 'CALLED', result };
}

type LookUp = Extract<PublishCommand, { kind: 'LOOK_UP' }>;

async function lookUp(
  { target }: TargetRun,
  input: StepInput,
  { absencesBefore, last, over }: LookUp,
): Promise<PublishEvent> {
  const asked = { absencesBefore, last, ...(over !== undefined && { over }), nowMs: Date.now() };
  const result = await CancellationScope.nonCancellable(() =>
    orElse({ kind: 'UNKNOWN' }, () =>
      lookupStep.executeWithOptions({ summary: `Look up on ${target.platform}` }, [{ ...input, ...asked }]),
    ),
  );
  return { kind: 'LOOKED_UP', result };
}

/** Refreshes a stale token, once for all posts of the account. */
async function refresh(
  { postId, target, report }: TargetRun,
  seenVersion: number,
  { lookups }: Position,
): Promise<PublishEvent> {
  report(`refreshing the token on ${target.platform}`);
  const ask = () =>
    orElse('unavailable', () =>
      awaitRefresh.executeWithOptions({ summary: `Refresh the token on ${target.platform}` }, [
        { socialAccountId: target.socialAccountId, seenVersion, postId, targetId: target.targetId },
      ]),
    );
  const result = lookups === null ? await ask() : await CancellationScope.nonCancellable(ask);
  return { kind: 'REFRESHED', result };
}

/** Returns `fallback` if the activity ended without a result. Rethrows any other error, and a cancellation. */
async function orElse<T>(fallback: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn('an activity ended without a result', { activityType: error.activityType });
    return fallback;
  }
}
