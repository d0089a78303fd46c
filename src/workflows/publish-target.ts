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
  absencesAtOnceMax,
  ladderDelayMs,
  lookupDelaysMs,
  processingDelaysMs,
  readinessDelaysMs,
  unreachableDelaysMs,
  uploadsMax,
  uploadTimeoutMs,
} from '../domain/publish-ladders.js';
import {
  type GiveUpReason,
  type LookupInput,
  type LookupResult,
  type PublishStep,
  type RefreshResult,
  type StepInput,
  type StepResult,
  type StepTries,
  type TargetPlan,
  type TargetProgress,
  uploadTaskQueueOf,
  type UploadResult,
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

const preparationsMax = 5;
/** The minimum time for an upload, even if the run's deadline is near. */
const uploadTimeMsMin = 60_000;

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

type StepEnd = 'PUBLISHED' | 'FAILED' | 'CLOSED' | 'UNCONFIRMED';

async function publishStep(run: TargetRun, step: PublishStep): Promise<StepEnd | TargetProgress> {
  const input: StepInput = {
    postId: run.postId,
    targetId: run.target.targetId,
    step,
    workflowId: run.workflowId,
  };
  const carriesMedia = step === 'POST' && run.target.media !== undefined;
  const { progress } = run;
  const begin = progress?.step === step ? await takeUp(run, progress) : fromTheBeginning(step, carriesMedia);
  const { tries } = begin;
  let { mustUpload, resumeAtMs } = begin;
  for (;;) {
    if (run.renewal.isWanted()) return { step, tries, mustUpload, resumeAtMs };
    run.report(`${mustUpload ? 'uploading' : stepNames[step]} on ${run.target.platform}`);
    // A cancellation never interrupts the call or the search for its outcome. It does interrupt an upload.
    const answer = mustUpload
      ? await upload(run, input)
      : await CancellationScope.nonCancellable(() => callOnce(run, input));
    const result = ofNow(run, answer.kind === 'ABSENT' && !mayCallAtOnce(tries) ? notSent : answer);
    switch (result.kind) {
      case 'PUBLISHED':
      case 'FAILED':
      case 'CLOSED':
      case 'UNCONFIRMED':
        return result.kind;
      case 'ABSENT':
        continue;
      case 'UPLOADED':
        mustUpload = false;
        continue;
      default: {
        // The prepared state is gone. For a post with media, that includes the uploaded media.
        const again = carriesMedia && result.kind === 'PREPARE_AGAIN' ? uploadAgain : result;
        mustUpload ||= again.kind === 'UPLOAD_AGAIN';
        const waited = await waitBeforeRepeat(run, input, tries, again);
        if (waited === 'GAVE_UP') return 'FAILED';
        if (waited === 'OVERTAKEN') return 'CLOSED';
        resumeAtMs = waited;
      }
    }
  }
}

function fromTheBeginning(step: PublishStep, mustUpload: boolean): TargetProgress {
  const tries: StepTries = { unreachable: 0, notReady: 0, preparations: 0, uploads: 0, refreshes: 0 };
  return { step, tries, mustUpload, resumeAtMs: 0 };
}

/** Returns the position that the previous run reached, after the rest of its pause. */
async function takeUp({ target }: TargetRun, progress: TargetProgress): Promise<TargetProgress> {
  const restMs = progress.resumeAtMs - Date.now();
  if (restMs > 0) await sleep(restMs, { summary: `The rest of a pause of ${target.platform}` });
  return { ...progress, tries: { ...progress.tries }, resumeAtMs: 0 };
}

/**
 * The heartbeat timeout while a worker holds a post for its due time. It is short, so that the loss of the worker is
 * detected quickly.
 */
const holdHeartbeatTimeoutMs = 15_000;
/**
 * The shortest wait. The clocks of the server and of the database differ, so without it a "NOT_DUE" could cause a busy
 * loop.
 */
const clockWaitMsMin = 250;

/**
 * The priority of calls, more urgent than Temporal's default of 3. It is the same before and after the due time:
 * Temporal serves workspaces in turns only within one priority, so many due posts would keep all others from being
 * prepared.
 */
const callPriority = 2;

const stepNames = { POST: 'publishing', FIRST_COMMENT: 'first comment' } as const;

const uploadAgain = { kind: 'UPLOAD_AGAIN' } as const;
const notSent = { kind: 'NOT_SENT' } as const;

/**
 * Whether the next call may follow immediately. If the platform's responses stay unclear and nothing is published,
 * calls come at growing intervals.
 */
function mayCallAtOnce(tries: StepTries): boolean {
  tries.absences = (tries.absences ?? 0) + 1;
  return tries.absences <= absencesAtOnceMax || !patched('waits-after-absences');
}

/**
 * Uploads the media. An upload that ends without a result counts as not sent and is repeated; the next try resumes
 * after the bytes that the platform already has.
 */
async function upload(run: TargetRun, input: StepInput): Promise<UploadResult> {
  const options = {
    taskQueue: uploadTaskQueueOf(workflowInfo().taskQueue),
    summary: `Upload the media to ${run.target.platform}`,
    startToCloseTimeout: uploadTimeoutMs(run.target.media?.bytes ?? 0),
    scheduleToCloseTimeout: Math.max(uploadTimeMsMin, run.deadlineMs - Date.now()),
  };
  return orElse({ kind: 'NOT_SENT' }, () =>
    uploadStep.executeWithOptions(options, [{ ...input, nowMs: Date.now() }]),
  );
}

/** The results that end a series of look-ups. */
type Resolved = Exclude<LookupResult, { kind: 'AUTH_EXPIRED' | 'NOT_SEEN' | 'UNKNOWN' | 'PROCESSING' }>;
type CallResult = Exclude<StepResult, { kind: 'AMBIGUOUS' }> | Resolved;

/** The results after which the step is repeated or given up. */
type Unfinished = Exclude<CallResult | UploadResult, { kind: StepEnd | 'ABSENT' | 'UPLOADED' }>;

async function callOnce(run: TargetRun, input: StepInput): Promise<CallResult> {
  const result = await commit(run, input);
  return result.kind === 'AMBIGUOUS' ? resolveAmbiguity(run, input) : result;
}

/**
 * Makes the call. If the activity ends without a result (lost worker, timeout, error), it may have made the call, so
 * the result is `AMBIGUOUS`.
 */
async function commit(run: TargetRun, input: StepInput): Promise<StepResult> {
  const summary = `${input.step === 'POST' ? 'Publish' : 'First comment'} on ${run.target.platform}`;
  const priority = { priorityKey: callPriority };
  const options = isAhead(run)
    ? { summary, priority, heartbeatTimeout: holdHeartbeatTimeoutMs }
    : { summary, priority };
  const result = await orElse<StepResult>({ kind: 'AMBIGUOUS' }, () =>
    commitStep.executeWithOptions(options, [{ ...input, nowMs: Date.now() }]),
  );
  // No call is made before the post is due, so a worker that was lost while holding the post has made none.
  return result.kind === 'AMBIGUOUS' && isAhead(run) ? notSent : result;
}

/**
 * Replaces an end before the due time with `NOT_DUE`: a worker of an older version does not know what was prepared
 * early, and the run of a canceled post is canceled anyway.
 */
function ofNow<T extends { kind: string }>(
  run: TargetRun,
  result: T,
): T | { kind: 'NOT_DUE'; untilMs: number } {
  const isEnd = result.kind === 'CLOSED' || result.kind === 'FAILED';
  return isEnd && isAhead(run) ? { kind: 'NOT_DUE', untilMs: run.dueMs ?? 0 } : result;
}

/** Whether the run is working before the post's due time. */
function isAhead({ dueMs }: TargetRun): boolean {
  return dueMs !== undefined && Date.now() < dueMs;
}

function refreshToken({ postId, target }: TargetRun, seenVersion: number): Promise<RefreshResult> {
  return orElse('unavailable', () =>
    awaitRefresh.executeWithOptions({ summary: `Refresh the token on ${target.platform}` }, [
      { socialAccountId: target.socialAccountId, seenVersion, postId, targetId: target.targetId },
    ]),
  );
}

/** Returns `fallback` if the activity ended without a result. Rethrows any other error, and a cancellation. */
async function orElse<T>(fallback: T, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn('an activity ended without a result', { activityType: error.activityType });
    return fallback;
  }
}

/** Looks up at the platform, at growing intervals, whether the post was published. */
async function resolveAmbiguity(run: TargetRun, input: StepInput): Promise<Resolved> {
  let absences = 0;
  const delaysMs = run.lookupDelaysMs ?? lookupDelaysMs;
  for (const [index, delayMs] of delaysMs.entries()) {
    run.report(`outcome on ${run.target.platform} unknown, look-up ${index + 1} of ${delaysMs.length}`);
    await sleep(delayMs, { summary: `Before look-up ${index + 1} on ${run.target.platform}` });
    const last = index === delaysMs.length - 1;
    const result = await lookUpUntilDone(run, input, absences, last);
    if (result.kind === 'NOT_SEEN') absences += 1;
    else if (result.kind === 'UNKNOWN') absences = 0;
    else return result;
  }
  return { kind: 'UNCONFIRMED' };
}

/** Makes one look-up. While the platform still processes the post, repeats it until the run's deadline. */
async function lookUpUntilDone(
  run: TargetRun,
  input: StepInput,
  absencesBefore: number,
  last: boolean,
): Promise<Exclude<Looked, { kind: 'PROCESSING' }>> {
  let result = await lookUp(run, input, { absencesBefore, last });
  for (let waits = 0; result.kind === 'PROCESSING'; waits += 1) {
    const ladderMs = ladderDelayMs(processingDelaysMs, waits);
    const waitMs = Math.min(Math.max(ladderMs, result.waitMs ?? 0), processingWaitMsMax);
    run.report(`${run.target.platform} is working on what it has accepted`);
    const restMs = Math.max(0, run.deadlineMs - Date.now());
    const over = waitMs > restMs;
    await sleep(Math.min(waitMs, restMs), { summary: `${run.target.platform} is working on it` });
    const tries = over ? { absencesBefore: 0, last: true, over } : { absencesBefore: 0, last };
    result = await lookUp(run, input, tries);
    if (over && result.kind === 'PROCESSING') return { kind: 'UNKNOWN' };
  }
  return result;
}

/** The longest wait that a platform may request. */
const processingWaitMsMax = 60 * 60_000;

type Looked = Exclude<LookupResult, { kind: 'AUTH_EXPIRED' }>;

async function lookUp(
  run: TargetRun,
  input: StepInput,
  tries: Pick<LookupInput, 'absencesBefore' | 'last' | 'over'>,
): Promise<Looked> {
  const ask = (): Promise<LookupResult> =>
    orElse({ kind: 'UNKNOWN' }, () =>
      lookupStep.executeWithOptions({ summary: `Look up on ${run.target.platform}` }, [
        { ...input, ...tries, nowMs: Date.now() },
      ]),
    );
  const first = await ask();
  if (first.kind !== 'AUTH_EXPIRED') return first;
  await refreshToken(run, first.credentialsVersion);
  const second = await ask();
  return second.kind === 'AUTH_EXPIRED' ? { kind: 'UNKNOWN' } : second;
}

/**
 * Waits as the result requires. Returns 0 after the wait, or its end time if a renewal interrupts it. `GAVE_UP`: there
 * is no time for another try, or no point in one; this is recorded unless another run has taken the post over.
 * `OVERTAKEN`: an older run gives up a step that never had its turn, without a record.
 */
async function waitBeforeRepeat(
  run: TargetRun,
  input: StepInput,
  tries: StepTries,
  result: Unfinished,
): Promise<number | 'GAVE_UP' | 'OVERTAKEN'> {
  const pause = pauseAhead(run, tries, result, await pauseOf(run, tries, result));
  if (pause === 'AT_ONCE') return 0;
  if (typeof pause === 'string' || Date.now() + pause.waitMs > run.deadlineMs) {
    if (result.kind === 'NOT_DUE' && !patched('ends-what-had-no-turn')) return 'OVERTAKEN';
    const reason = typeof pause === 'string' ? pause : pause.reason;
    await CancellationScope.nonCancellable(() => local.giveUpStep({ ...input, reason }));
    return 'GAVE_UP';
  }
  const untilMs = Date.now() + pause.waitMs;
  run.report(`${pause.text}, until ${new Date(untilMs).toISOString()}`);
  if (run.renewal.isWanted()) return untilMs;
  const breakable = run.renewal.enterPause();
  try {
    await sleep(pause.waitMs, { summary: pause.text });
    return 0;
  } catch (error) {
    if (breakable.wasBrokenOff(error)) return untilMs;
    throw error;
  } finally {
    breakable.leave();
  }
}

/**
 * Adjusts a pause before the due time: no step is given up, and no wait goes beyond the due time unless the platform
 * requests it or many posts are due at the same time. At the due time, all tries are counted from zero.
 */
function pauseAhead(run: TargetRun, tries: StepTries, result: Unfinished, pause: Pause): Pause {
  const { dueMs } = run;
  if (dueMs === undefined || !isAhead(run) || pause === 'AT_ONCE') return pause;
  const leftMs = dueMs - Date.now();
  if (typeof pause === 'object' && (pause.waitMs <= leftMs || result.kind === 'RATE_LIMITED')) return pause;
  if (typeof pause === 'object' && isOfCrowd(result, pause.waitMs - leftMs)) return pause;
  Object.assign(tries, fromTheBeginning('POST', false).tries);
  return { waitMs: leftMs, reason: 'INTERNAL_ERROR', text: 'waiting until it is due' };
}

/** Whether the step waits only for its turn, because many posts are due at the same time. */
function isOfCrowd(result: Unfinished, afterDueMs: number): boolean {
  return result.kind === 'NOT_DUE' && afterDueMs > clockWaitMsMin && patched('comes-back-in-its-turn');
}

type Pause = 'AT_ONCE' | GiveUpReason | { waitMs: number; reason: GiveUpReason; text: string };

async function pauseOf(run: TargetRun, tries: StepTries, result: Unfinished): Promise<Pause> {
  const { platform } = run.target;
  switch (result.kind) {
    case 'AUTH_EXPIRED':
      return refresh(run, tries, result.credentialsVersion);
    case 'RATE_LIMITED':
      return {
        waitMs: result.waitMs,
        reason: result.reason ?? 'RATE_LIMITED',
        text: `${platform} asked for a pause`,
      };
    case 'NOT_DUE': {
      const waitMs = Math.max(clockWaitMsMin, result.waitMs ?? result.untilMs - Date.now());
      return { waitMs, reason: 'PUBLISH_WINDOW_MISSED', text: 'waiting for its time, or for its turn' };
    }
    case 'NOT_READY': {
      const waitMs = result.waitMs ?? ladderDelayMs(readinessDelaysMs, tries.notReady);
      tries.notReady += 1;
      return { waitMs, reason: 'NOT_READY_IN_TIME', text: `${platform} is still preparing the post` };
    }
    case 'UPLOAD_AGAIN':
      return pauseBeforeUpload(run, tries);
    case 'PREPARE_AGAIN':
      tries.preparations += 1;
      return tries.preparations < preparationsMax ? 'AT_ONCE' : 'NOT_READY_IN_TIME';
    default:
      return pauseUnreachable(result, run, tries);
  }
}

/**
 * The pause after a call that did not reach the platform. Because of the parameter's type, a new result does not
 * compile until `pauseOf` handles it. At run time, an unknown result from a newer worker also gets this pause.
 */
function pauseUnreachable(
  _result: Extract<Unfinished, { kind: 'NOT_SENT' | 'AMBIGUOUS' }>,
  { target }: TargetRun,
  tries: StepTries,
): Pause {
  const waitMs = ladderDelayMs(unreachableDelaysMs, tries.unreachable);
  tries.unreachable += 1;
  return { waitMs, reason: 'PLATFORM_UNAVAILABLE', text: `${target.platform} could not be reached` };
}

/**
 * The pause before another upload. The first repeat is immediate, because the earlier upload may only have expired.
 * Later ones have growing pauses, because the platform may have failed to fetch the media.
 */
function pauseBeforeUpload({ target }: TargetRun, tries: StepTries): Pause {
  tries.uploads += 1;
  if (tries.uploads === 1) return 'AT_ONCE';
  if (tries.uploads >= uploadsMax) return 'MEDIA_UNAVAILABLE';
  const waitMs = ladderDelayMs(unreachableDelaysMs, tries.uploads - 2);
  return { waitMs, reason: 'MEDIA_UNAVAILABLE', text: `${target.platform} has not got the media` };
}

/**
 * Refreshes a stale token, once for all posts of the account. If the token is still stale after two
 * refreshes, the step waits as in an outage.
 */
async function refresh(run: TargetRun, tries: StepTries, seenVersion: number): Promise<Pause> {
  const { platform } = run.target;
  run.report(`refreshing the token on ${platform}`);
  const result = await refreshToken(run, seenVersion);
  if (result === 'revoked') return 'PLATFORM_AUTH_FAILED';
  const waitMs = ladderDelayMs(unreachableDelaysMs, tries.refreshes);
  tries.refreshes += 1;
  if (result === 'refreshed' && tries.refreshes <= 2) return 'AT_ONCE';
  return { waitMs, reason: 'PLATFORM_AUTH_FAILED', text: `the token on ${platform} could not be refreshed` };
}
