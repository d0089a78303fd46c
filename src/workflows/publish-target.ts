import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import {
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
  target: TargetPlan;
  /** Of the plan; left out, the usual ladder. */
  lookupDelaysMs?: readonly number[] | undefined;
  /** Where an earlier run of the chain was with it. */
  progress?: TargetProgress | undefined;
  renewal: Renewal;
  /** Tells what is going on, for the operator's eye. */
  report: (text: string) => void;
}

const preparationsMax = 5;
/** For what is left to send when the run's time is nearly over. */
const uploadTimeMsMin = 60_000;

/**
 * Takes a target through its steps. Cancellation stops it between calls, never inside one. Gives where it is if the
 * run is to go on in a new one, else nothing. Each target in a scope of its own.
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
    // The call, and the search for its outcome, are finished whatever is cancelled meanwhile; an upload is not.
    const result = mustUpload
      ? await upload(run, input)
      : await CancellationScope.nonCancellable(() => callOnce(run, input));
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
        // What was prepared is gone: with media, that is them.
        const again = carriesMedia && result.kind === 'PREPARE_AGAIN' ? uploadAgain : result;
        mustUpload ||= again.kind === 'UPLOAD_AGAIN';
        const waited = await waitBeforeRepeat(run, input, tries, again);
        if (waited === 'GAVE_UP') return 'FAILED';
        resumeAtMs = waited;
      }
    }
  }
}

function fromTheBeginning(step: PublishStep, mustUpload: boolean): TargetProgress {
  const tries: StepTries = { unreachable: 0, notReady: 0, preparations: 0, uploads: 0, refreshes: 0 };
  return { step, tries, mustUpload, resumeAtMs: 0 };
}

/** Where the run before this one was with the step, after the rest of the pause that it was in. */
async function takeUp({ target }: TargetRun, progress: TargetProgress): Promise<TargetProgress> {
  const restMs = progress.resumeAtMs - Date.now();
  if (restMs > 0) await sleep(restMs, { summary: `The rest of a pause of ${target.platform}` });
  return { ...progress, tries: { ...progress.tries }, resumeAtMs: 0 };
}

const stepNames = { POST: 'publishing', FIRST_COMMENT: 'first comment' } as const;

const uploadAgain = { kind: 'UPLOAD_AGAIN' } as const;

/** An upload that ended without a result has left behind what the platform got of it. */
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

/** How a series of look-ups ends. */
type Resolved = Exclude<LookupResult, { kind: 'AUTH_EXPIRED' | 'NOT_SEEN' | 'UNKNOWN' | 'PROCESSING' }>;
type CallResult = Exclude<StepResult, { kind: 'AMBIGUOUS' }> | Resolved;

/** After which the step is taken again, or given up. */
type Unfinished = Exclude<CallResult | UploadResult, { kind: StepEnd | 'ABSENT' | 'UPLOADED' }>;

async function callOnce(run: TargetRun, input: StepInput): Promise<CallResult> {
  const result = await commit(run, input);
  return result.kind === 'AMBIGUOUS' ? resolveAmbiguity(run, input) : result;
}

/** An activity that ended without a result (worker lost, time-out, fault) may have made the call. */
async function commit(run: TargetRun, input: StepInput): Promise<StepResult> {
  const summary = `${input.step === 'POST' ? 'Publish' : 'First comment'} on ${run.target.platform}`;
  return orElse({ kind: 'AMBIGUOUS' }, () =>
    commitStep.executeWithOptions({ summary }, [{ ...input, nowMs: Date.now() }]),
  );
}

function refreshToken({ postId, target }: TargetRun, seenVersion: number): Promise<RefreshResult> {
  return orElse('unavailable', () =>
    awaitRefresh.executeWithOptions({ summary: `Refresh the token on ${target.platform}` }, [
      { socialAccountId: target.socialAccountId, seenVersion, postId, targetId: target.targetId },
    ]),
  );
}

/** What an activity that ended without a result means. Anything but an activity's own failure goes on up. */
async function orElse<T>(fallback: T, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn('an activity ended without a result', { activityType: error.activityType });
    return fallback;
  }
}

/** Asks the platform at growing intervals whether the publication is there. */
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

/** One look-up; and while the platform works on what it has accepted, further ones until the run's time is over. */
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

/** However long a platform asks us to wait. */
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
 * Waits as the result demands, and gives when the wait is over; later than now where it was broken off. `GAVE_UP`: there
 * is no time, or no sense, in another try, and that is recorded.
 */
async function waitBeforeRepeat(
  run: TargetRun,
  input: StepInput,
  tries: StepTries,
  result: Unfinished,
): Promise<number | 'GAVE_UP'> {
  const pause = await pauseOf(run, tries, result);
  if (pause === 'AT_ONCE') return 0;
  if (typeof pause === 'string' || Date.now() + pause.waitMs > run.deadlineMs) {
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
 * Takes only what is to end here: a new result does not compile before `pauseOf` has a place for it. At run time
 * whatever a newer worker may answer waits here, too.
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

/** Once at once, for what has only expired; then at growing intervals, for what the platform could not fetch. */
function pauseBeforeUpload({ target }: TargetRun, tries: StepTries): Pause {
  tries.uploads += 1;
  if (tries.uploads === 1) return 'AT_ONCE';
  if (tries.uploads >= uploadsMax) return 'MEDIA_UNAVAILABLE';
  const waitMs = ladderDelayMs(unreachableDelaysMs, tries.uploads - 2);
  return { waitMs, reason: 'MEDIA_UNAVAILABLE', text: `${target.platform} has not got the media` };
}

/** A stale token is refreshed once for all posts of the account; a second stale one in a row waits like an outage. */
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
