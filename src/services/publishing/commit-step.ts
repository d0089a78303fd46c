import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../domain/json.js';
import type { CommitInput, StepResult } from '../../domain/workflow-contract.js';
import { aheadMs, holdMsMax as usualHoldMsMax } from '../../domain/ready-ahead.js';
import type { ServiceDeps } from '../shared/context.js';
import { assumeEarlierCall } from './internal/assume-call.js';
import { claimAttempt } from './internal/claim.js';
import { failAfterCall, stopBeforeCall } from './internal/failure.js';
import { saveState } from './internal/fence.js';
import { comeBackAt, failIfLate, loadsMax, loadStep, type Stopped } from './internal/load-step.js';
import { finishPublished } from './internal/finish-published.js';
import type { FoundPublication, LoadedPublication } from './internal/publication.js';
import type { Published } from '../../platforms/kit/failure.js';
import { recordSuccess } from './internal/record-success.js';
import type { PublishEntry, PublishTurn, TurnedAway } from './publish-turn.js';
import type { PublishTurns } from './publish-turns.js';

/** The parts of the worker process that a step uses. */
export interface CommitPlace {
  turns: PublishTurns;
  /** Aborts the wait for the due time. */
  signal?: AbortSignal;
}

/**
 * Publishes one publication: prepare, readiness, the wait for the due time, and the one call that makes it public.
 * Everything before the claim can be repeated. The call is made at most once for each claim, and its outcome is
 * recorded before it is returned. If the due time is far off, a ready step returns NOT_DUE. `found` is what the caller
 * has just read of it.
 */
export async function commitStep(
  deps: ServiceDeps,
  input: CommitInput,
  { turns, signal }: CommitPlace,
  found?: FoundPublication,
): Promise<StepResult> {
  const begunMs = performance.now();
  for (let loads = 1; loads <= loadsMax; loads += 1) {
    const loaded = await loadStep(deps, input, loads === 1 ? { found } : {});
    if ('result' in loaded) return loaded.result;
    // The claim found that the clock of the database is behind.
    if (loads > 1 && loaded.earlyUntilMs !== null) return comeBackAt(deps, input, loaded.earlyUntilMs).result;
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
      // If the machine was suspended during the wait, it may be too late to publish.
      if (await failIfLate(deps, { ...input, nowMs }, loaded)) return { kind: 'FAILED' };
      const called = await callStep(deps, { ...input, nowMs }, { loaded, prepared: prepared.state, turn });
      if (called.kind === 'STALE') continue;
      // The remaining work makes no call that competes for the account, so other due calls go first.
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
  if (claim === null) return { kind: 'STALE' };
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

/** The recorded outcome of a call. */
interface Called {
  kind: 'CALLED';
  result: StepResult;
  published?: Published;
}

/**
 * Returns when the run must come back if the due time is too far off for this process to hold the step. Null: the
 * process holds it.
 */
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
  { post, row, account, earlyUntilMs }: LoadedPublication,
): PublishEntry {
  return {
    dueMs: earlyUntilMs ?? row.scheduledFor?.getTime() ?? 0,
    workflowNowMs: nowMs,
    createdMs: post.createdAt.getTime(),
    workspaceId: post.workspaceId,
    accountId: account.id,
  };
}

/**
 * Sends the run back to its timer until a slot should be free, or without a wait if this worker shuts down, because
 * another worker can hold the step. The wait starts now and not at the run's own time, because the activity may have
 * waited long for a worker.
 */
function comeAgain({ nowMs }: CommitInput, begunMs: number, { waitMs }: TurnedAway): StepResult {
  const untilMs = Math.round(nowMs + performance.now() - begunMs + waitMs);
  return { kind: 'NOT_DUE', untilMs, waitMs: Math.round(waitMs) };
}

/** Prepares the step, reusing state that an earlier try stored, and asks the platform whether it is ready. */
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
  // Uploads are saved now, because they should not be repeated. Other state is stored by the claim.
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

/** Another try has made a call, or the step was closed. The look-up that follows finds out which. */
const overtaken = { result: { kind: 'AMBIGUOUS' } } as const satisfies Stopped;
