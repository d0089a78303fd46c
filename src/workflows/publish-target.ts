import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { uploadTimeoutMs } from '../domain/publish-ladders.js';
import {
  uploadTaskQueueOf,
  type Advance,
  type AdvanceInput,
  type PublishPostResult,
  type UploadResult,
} from '../domain/workflow-contract.js';
import { afterLoss } from './after-loss.js';
import { advance, uploadStep } from './options.js';

/** The outcome of the post if this target ended last, otherwise null. RENEW: the run must continue in a new one. */
export type TargetEnd = PublishPostResult['outcome'] | 'RENEW' | null;

export interface TargetsRun {
  postId: string;
  workflowId: string;
  /** Shows the progress to operators. */
  report: (targetId: string, text: string) => void;
  /** Contains the sleeps that a renewal interrupts. */
  pauses: Set<CancellationScope>;
}

/** The minimum time for an upload, even if the run's deadline is near. */
const uploadTimeMsMin = 60_000;
/**
 * The priority of calls, more urgent than Temporal's default of 3. It is the same before and after the due time:
 * Temporal serves workspaces in turns only within one priority, so many due posts would keep all others from being
 * prepared.
 */
const callPriority = 2;
/**
 * Runs a target to its end: asks for the next step, waits as long as the answer says, and asks again. A cancellation
 * stops it between calls, never inside one. `summary` describes the first task for operators.
 */
export async function publishTarget(run: TargetsRun, targetId: string, summary: string): Promise<TargetEnd> {
  let task = summary;
  let known: Known = {};
  for (let losses = 0; ;) {
    if (workflowInfo().continueAsNewSuggested) return renew(run);
    const answer = await ask(run, targetId, task, { known, losses });
    losses = answer === null ? losses + 1 : 0;
    switch (answer?.kind) {
      case undefined:
        break;
      case 'END':
        run.report(targetId, answer.text);
        return answer.outcome;
      case 'GO_ON':
        run.report(targetId, answer.step === 'FIRST_COMMENT' ? 'post published' : `next: ${nameOf(answer)}`);
        known = { attempts: answer.attempts };
        task = `${nameOf(answer)} on ${answer.platform}`;
        break;
      case 'UPLOAD':
        run.report(targetId, `uploading on ${answer.platform}`);
        known = { attempts: answer.attempts, uploaded: await upload(run, targetId, answer) };
        task = `Publish on ${answer.platform}`;
        break;
      case 'WAIT':
        run.report(targetId, `${answer.text}, until ${new Date(Date.now() + answer.waitMs).toISOString()}`);
        known = { attempts: answer.attempts };
        if (!(await pause(run, answer))) return 'RENEW';
        task = `${answer.isLookup ? 'Look up' : 'Publish'} on ${answer.platform}`;
    }
  }
}

/** The name of the publication that follows next: `PART_3` is "Part 3". */
const nameOf = ({ step }: Extract<Advance, { kind: 'GO_ON' }>): string =>
  step === 'FIRST_COMMENT' ? 'First comment' : step.replace('PART_', 'Part ');

type Known = Pick<AdvanceInput, 'attempts' | 'uploaded'>;

/** Interrupts the pauses of the other targets, so that the whole run can continue in a new one. */
function renew({ pauses }: TargetsRun): 'RENEW' {
  for (const scope of pauses) scope.cancel();
  return 'RENEW';
}

/** Returns null after a loss and a wait. The rows say what has happened, so the run asks again. */
async function ask(
  { postId, workflowId }: TargetsRun,
  targetId: string,
  summary: string,
  { known, losses }: { known: Known; losses: number },
): Promise<Advance | null> {
  const input = { postId, targetId, workflowId, nowMs: Date.now(), ...known };
  try {
    return await CancellationScope.nonCancellable(() =>
      advance.executeWithOptions({ summary, priority: { priorityKey: callPriority } }, [input]),
    );
  } catch (error) {
    await afterLoss(error, losses, { targetId });
    return null;
  }
}

type Wait = Extract<Advance, { kind: 'WAIT' }>;

/** Returns false if a renewal interrupted the pause. A call of unknown outcome is looked up even after a cancellation. */
async function pause({ pauses }: TargetsRun, { waitMs, text, isLookup }: Wait): Promise<boolean> {
  const scope = new CancellationScope({ cancellable: !isLookup });
  const parent = CancellationScope.current();
  pauses.add(scope);
  try {
    await scope.run(() => sleep(waitMs, { summary: text }));
    return true;
  } catch (error) {
    if (isCancellation(error) && !parent.consideredCancelled) return false;
    throw error;
  } finally {
    pauses.delete(scope);
  }
}

type Upload = Extract<Advance, { kind: 'UPLOAD' }>;

/** An upload that ends without a result counts as not sent; the next try resumes after the bytes that the platform has. */
async function upload(
  { postId, workflowId }: TargetsRun,
  targetId: string,
  { platform, step, bytes, deadlineMs }: Upload,
): Promise<UploadResult> {
  const nowMs = Date.now();
  const options = {
    taskQueue: uploadTaskQueueOf(workflowInfo().taskQueue),
    summary: `Upload the media to ${platform}`,
    startToCloseTimeout: uploadTimeoutMs(bytes),
    scheduleToCloseTimeout: Math.max(uploadTimeMsMin, deadlineMs - nowMs),
  };
  try {
    return await uploadStep.executeWithOptions(options, [{ postId, targetId, step, workflowId, nowMs }]);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    log.warn('an upload ended without a result', { targetId });
    return { kind: 'NOT_SENT' };
  }
}
