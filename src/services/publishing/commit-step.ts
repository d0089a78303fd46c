import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../domain/json.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import { aheadMs, holdMsMax as usualHoldMsMax } from '../../domain/ready-ahead.js';
import type { ServiceDeps } from '../shared/context.js';
import { assumeEarlierCall, claimAttempt } from './internal/claim.js';
import { failAfterCall, stopBeforeCall } from './internal/failure.js';
import { saveState } from './internal/fence.js';
import { comeBackAt, failIfLate, loadsMax, loadStep, type Stopped } from './internal/load-step.js';
import { finishPublished } from './internal/finish-published.js';
import type { LoadedPublication } from './internal/publication.js';
import type { Published } from '../../platforms/kit/failure.js';
import { recordSuccess } from './internal/record-success.js';
import type { PublishEntry, PublishTurn, PublishTurns, TurnedAway } from './publish-turns.js';

/** The environment of a step in its process. */
export interface CommitPlace {
  turns: PublishTurns;
  /** Ends the wait for the due time. */
  signal?: AbortSignal;
}

/**
 * Runs one step of one target: prepare, readiness, the wait for the due time, and the one call that makes it public.
 * Everything before the claim can be repeated. The call is made at most once for each claim, and its outcome is
 * recorded before it is returned. If the due time is far off, a ready step returns NOT_DUE.
 */
export async function commitStep(
  deps: ServiceDeps,
  input: CommitInput,
  { turns, signal }: CommitPlace,
): Promise<StepResult> {
  const begunMs = performance.now();
  for (let loads = 1; loads <= loadsMax; loads += 1) {
    const loaded = await loadStep(deps, input);
    if ('result' in loaded) return loaded.result;
    const prepared = await prepareStep(deps, input, loaded);
    if ('kind' in prepared) continue;
    if ('result' in prepared) return prepared.result;
    const farMs = beyondHoldMs(deps, input, loaded);
    if (farMs !== null) return comeBackAt(deps, input, farMs).result;
    const turn = await turns.take(entryOf(input, loaded), signal);
    if ('reason' in turn) return comeAgain(input, begunMs, turn);
    try {
      // The wait may have been long, so everything recorded from here on uses the current time.
      const nowMs = Math.max(input.nowMs, deps.clock.now().getTime());
      // The machine may have been suspended during the wait.
      if (await failIfLate(deps, { ...input, nowMs }, loaded)) return { kind: 'FAILED' };
      const called = await callStep(deps, { ...input, nowMs }, { loaded, prepared: prepared.state, turn });
      if (called.kind === 'STALE') continue;
      // The rest makes no call for the account, so other due calls may go first.
      turn.done();
      await turns.untilCalm();
      if (called.published !== undefined) await finishPublished(deps, input, loaded, called.published);
      return called.result;
    } finally {
      turn.done();
    }
  }
  return { kind: 'NOT_SENT' };
}

/** Claims the call, makes it and records the outcome. */
async function callStep(
  deps: ServiceDeps,
  input: CommitInput,
  { loaded, prepared, turn }: { loaded: LoadedPublication; prepared: JsonObject; turn: PublishTurn },
): Promise<Called | Stale> {
  const { platform, session, publication } = loaded;
  const claim = await claimAttempt(deps, input, loaded, { prepared, nowMs: input.nowMs });
  turn.claimed();
  if (claim.kind === 'STALE') return claim;
  if (claim.kind !== 'CALL') return { kind: 'CALLED', result: claim };
  if (claim.latenessMs !== null) deps.metrics.publishLateness(platform.name, claim.latenessMs);
  const answer = await platform.commit(session, publication, prepared, claim.sendBefore);
  if (answer.kind !== 'published') {
    const last = { ...loaded, lastNumber: claim.number };
    return { kind: 'CALLED', result: await failAfterCall(deps, input, last, claim, answer) };
  }
  const { published } = answer;
  await recordSuccess(deps, input, claim, published);
  deps.metrics.publishAttempt(platform.name, input.step, 'PUBLISHED');
  return { kind: 'CALLED', result: { kind: 'PUBLISHED' }, published };
}

/** The recorded outcome of a call, or of a claim that permitted none. */
interface Called {
  kind: 'CALLED';
  result: StepResult;
  published?: Published;
}

/** When to come back, if the due time is too far off to wait here. Null: wait here. */
function beyondHoldMs(
  { publishing: { dueClock, holdMsMax = usualHoldMsMax } }: ServiceDeps,
  { nowMs }: CommitInput,
  { earlyUntilMs, post }: LoadedPublication,
): number | null {
  if (earlyUntilMs === null) return null;
  const leftMs = earlyUntilMs - dueClock.nowMs(nowMs);
  if (leftMs <= holdMsMax) return null;
  return earlyUntilMs - Math.min(holdMsMax, aheadMs(post.id));
}

function entryOf(
  { nowMs }: CommitInput,
  { post, target, account, earlyUntilMs }: LoadedPublication,
): PublishEntry {
  return {
    dueMs: earlyUntilMs ?? target.scheduledFor?.getTime() ?? 0,
    workflowNowMs: nowMs,
    createdMs: post.createdAt.getTime(),
    workspaceId: post.workspaceId,
    accountId: account.id,
  };
}

/**
 * Sends the run away: for later if there is no slot now, or at once if this worker shuts down, because another worker
 * can hold it. The wait is counted from now and not from the run's own time, because the activity may have waited
 * long for a worker.
 */
function comeAgain({ nowMs }: CommitInput, begunMs: number, { waitMs }: TurnedAway): StepResult {
  const untilMs = Math.round(nowMs + performance.now() - begunMs + waitMs);
  return { kind: 'NOT_DUE', untilMs, waitMs: Math.round(waitMs) };
}

/** Prepares, reusing what an earlier try prepared for the same content, and asks whether the platform is ready. */
async function prepareStep(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
): Promise<{ state: JsonObject } | Stopped | Stale> {
  const { platform, session, publication, hasMedia } = loaded;
  const prepared = await platform.prepare(session, publication, loaded.state);
  if (prepared.kind !== 'prepared') return stopped(await stopBeforeCall(deps, input, loaded, prepared));
  const { state } = prepared;
  const isNew = !isDeepStrictEqual(state, loaded.state);
  const save = (): Promise<boolean> => saveState(deps, input, loaded.lastNumber, state);
  // Uploads should not be repeated. A container or key may be lost until the claim, which stores it.
  if (isNew && hasMedia && !(await save())) return overtaken;
  const readiness = await platform.checkReadiness(session, publication, state);
  if (readiness.kind === 'ready') return { state };
  if (readiness.kind === 'used-up') {
    if (loaded.earlyUntilMs !== null) return comeBackAt(deps, input, loaded.earlyUntilMs);
    return { result: await assumeEarlierCall(deps, input, loaded, state) };
  }
  if (isNew && !hasMedia && !(await save())) return overtaken;
  return stopped(await stopBeforeCall(deps, input, loaded, readiness));
}

interface Stale {
  kind: 'STALE';
}

const stopped = (result: StepResult | Stale): Stopped | Stale =>
  result.kind === 'STALE' ? result : { result };

/** Another try was faster, or the step is closed. The look-up that follows finds out which. */
const overtaken = { result: { kind: 'AMBIGUOUS' } } as const satisfies Stopped;
