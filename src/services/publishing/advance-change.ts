import { eq } from 'drizzle-orm';
import { changes } from '../../db/schema/index.js';
import type { ChangeError } from '../../domain/changes.js';
import {
  changeBeginning,
  decideChange,
  unconfirmedChange,
  type ChangeCommand,
  type ChangeDecision,
  type ChangeEvent,
  type ChangeMove,
  type ChangePosition,
  type SavedChange,
} from '../../domain/decide-change.js';
import { turnWaitMsMin } from '../../domain/publish-ladders.js';
import type { AdvanceChange, AdvanceChangeInput } from '../../domain/workflow-contract.js';
import { askRefresh } from '../account-grants/ask-refresh.js';
import type { ServiceDeps } from '../shared/context.js';
import { callChange, lookAtChange, type ChangeTurn } from './internal/call-change.js';
import { loadChange, type FailedChange, type LoadedChange } from './internal/load-change.js';
import { endChange, recordMade, saveChange } from './internal/record-change.js';
import { findUnconfirmed } from './find-unconfirmed.js';

/** A limit against endless loops: more commands than any run needs between two waits. */
const commandsMax = 50;
const nothingLeft = { kind: 'END', text: 'nothing left to do' } as const;
/** A limit against endless loops: more publications than a target and those that follow it. */
const publicationsMax = 50;

/**
 * Advances a change: does what `decideChange` says until the run must wait, or nothing is left to do. Everything that
 * the decision needs is in the rows, so any worker can continue after any loss.
 */
export async function advanceChange(deps: ServiceDeps, input: AdvanceChangeInput): Promise<AdvanceChange> {
  const begunMs = deps.clock.now().getTime();
  const nowMs = (): number => input.nowMs + Math.max(0, deps.clock.now().getTime() - begunMs);
  for (let taken = 0; taken < publicationsMax; taken += 1) {
    const loaded = await loadChange(deps, input);
    if (loaded === undefined) return nothingLeft;
    if (await noteMissingCalls(deps, loaded, input)) continue;
    // Only the parts and comments after the target were left, and they are gone now.
    if (loaded.change.kind === 'REMOVE' && loaded.row.takenDownAt !== null) {
      await recordMade(deps, loaded, {});
      continue;
    }
    const answer =
      'error' in loaded ? await failChange(deps, input, loaded) : await takeOn(deps, input, loaded, nowMs);
    if (answer !== 'NEXT') return answer;
  }
  throw new Error('The change does not end.');
}

/** Records that the run has made more calls than a restored database contains. */
async function noteMissingCalls(
  { db }: ServiceDeps,
  { change }: Pick<LoadedChange, 'change'>,
  { attempts = 0 }: AdvanceChangeInput,
): Promise<boolean> {
  if (attempts <= change.attemptCount) return false;
  await db.update(changes).set({ attemptCount: attempts }).where(eq(changes.id, change.id));
  return true;
}

/** Ends a change that cannot continue. If a call has an unknown outcome, it may have made the change. */
async function failChange(
  deps: ServiceDeps,
  { workflowId }: Pick<AdvanceChangeInput, 'workflowId'>,
  loaded: FailedChange,
): Promise<AdvanceChange> {
  const ended = beginningOf(loaded).isInDoubt
    ? ({ end: 'UNCONFIRMED', error: unconfirmedChange } as const)
    : ({ end: 'FAILED', error: loaded.error } as const);
  await endChange(deps, loaded, workflowId, ended);
  return { kind: 'END', text: ended.end.toLowerCase() };
}

/** Ends a change whose run has not ended it in time. */
export async function giveUpChange(
  deps: ServiceDeps,
  run: Pick<AdvanceChangeInput, 'changeId' | 'workflowId'>,
): Promise<void> {
  const loaded = await loadChange(deps, run);
  if (loaded !== undefined) await failChange(deps, run, { ...loaded, error: madeTooLate });
}

const madeTooLate: ChangeError = {
  code: 'PUBLISH_WINDOW_MISSED',
  message: 'The change was not made within 24 hours.',
};

/** Carries out the change on one publication, until it is made or must wait. NEXT: another publication may be left. */
async function takeOn(
  deps: ServiceDeps,
  input: AdvanceChangeInput,
  loaded: LoadedChange,
  nowMs: () => number,
): Promise<AdvanceChange | 'NEXT'> {
  const { workflowId } = input;
  const on: ChangeTurn = { loaded, workflowId, nowMs, attempts: loaded.attempts.length, made: {} };
  const follow = (position: ChangePosition, event: ChangeEvent): ChangeDecision =>
    decideChange(on.loaded.rules, position, event, nowMs());
  const saved = savedOf(loaded, workflowId);
  const waitMs = (saved?.wakeAtMs ?? 0) - nowMs();
  // A timer that fired slightly early is not set again.
  if (saved !== null && waitMs > turnWaitMsMin)
    return { kind: 'WAIT', waitMs, text: saved.text, attempts: saved.attempts };
  let decision: ChangeDecision =
    saved === null
      ? follow(beginningOf(loaded), lastEventOf(loaded))
      : { position: saved.position, command: saved.next };
  for (let commands = 0; commands < commandsMax; commands += 1) {
    const { position, command } = decision;
    switch (command.kind) {
      case 'WAIT':
        return rest(deps, on, position, command);
      case 'END':
        if (command.end === 'CLOSED') return nothingLeft;
        if (command.end === 'PASSED') return pass(deps, on, position);
        if (command.end === 'DONE') await recordMade(deps, on.loaded, on.made);
        else await endChange(deps, on.loaded, workflowId, command);
        return 'NEXT';
      case 'CALL':
        // The rows may have been changed since they were loaded.
        if (commands > 0 && !(await loadAgain(deps, input, on))) return 'NEXT';
        decision = follow(position, { kind: 'CALLED', result: await callChange(deps, on) });
        break;
      default:
        decision = follow(position, await ask(deps, on, command));
    }
  }
  throw new Error('The change does not end.');
}

/** Loads the rows again. Returns false if the change has moved on to another publication, or has ended. */
async function loadAgain(deps: ServiceDeps, input: AdvanceChangeInput, on: ChangeTurn): Promise<boolean> {
  const again = await loadChange(deps, input);
  if (again === undefined || 'error' in again || again.row.id !== on.loaded.row.id) return false;
  on.loaded = again;
  return true;
}

/** Runs a command that changes nothing at the platform. */
async function ask(
  deps: ServiceDeps,
  on: ChangeTurn,
  command: Extract<ChangeMove, { kind: 'FIND' | 'LOOK_UP' | 'REFRESH' }>,
): Promise<ChangeEvent> {
  const { account, post, target, row } = on.loaded;
  switch (command.kind) {
    case 'FIND': {
      const step = { postId: post.id, targetId: target.id, step: row.step, workflowId: on.workflowId };
      return { kind: 'SEARCHED', result: await findUnconfirmed(deps, { ...step, nowMs: on.nowMs() }) };
    }
    case 'LOOK_UP':
      return { kind: 'LOOKED_UP', result: await lookAtChange(deps, on) };
    case 'REFRESH': {
      const seen = { id: account.id, credentialsVersion: command.seenVersion };
      return { kind: 'REFRESHED', result: await askRefresh(deps, seen) };
    }
  }
}

async function rest(
  deps: ServiceDeps,
  on: ChangeTurn,
  position: ChangePosition,
  { waitMs, text, next }: Extract<ChangeCommand, { kind: 'WAIT' }>,
): Promise<AdvanceChange> {
  const { passedId } = on.loaded.change.position ?? {};
  const passed = passedId === undefined ? {} : { passedId };
  const isOurs = await save(deps, on, { position, next, wakeAtMs: on.nowMs() + waitMs, text, ...passed });
  return isOurs ? { kind: 'WAIT', waitMs, text, attempts: on.attempts } : nothingLeft;
}

/** Skips an unconfirmed part that was not found. The next publication is the one before it. */
async function pass(
  deps: ServiceDeps,
  on: ChangeTurn,
  position: ChangePosition,
): Promise<AdvanceChange | 'NEXT'> {
  const passedId = on.loaded.row.id;
  const isOurs = await save(deps, on, { position, next: { kind: 'FIND' }, wakeAtMs: 0, text: '', passedId });
  return isOurs ? 'NEXT' : nothingLeft;
}

const save = (
  deps: ServiceDeps,
  { loaded, workflowId, attempts }: ChangeTurn,
  reached: Omit<SavedChange, 'workflowId' | 'attempts' | 'publicationId'>,
): Promise<boolean> =>
  saveChange(deps, loaded, { workflowId, attempts, publicationId: loaded.row.id, ...reached });

/** The saved position, unless a worker that was lost has made another call since. */
function savedOf(
  { change: { position }, row, attempts }: LoadedChange,
  workflowId: string,
): SavedChange | null {
  const isCurrent =
    position?.workflowId === workflowId &&
    position.publicationId === row.id &&
    position.attempts === attempts.length;
  return isCurrent ? position : null;
}

type Attempted = Pick<LoadedChange, 'change' | 'row' | 'attempts'>;

const attemptsAt = ({ row, attempts }: Attempted): LoadedChange['attempts'] =>
  attempts.filter(({ publicationId }) => publicationId === row.id);

/**
 * The position at the beginning, according to earlier calls. Calls that a restored database lacks may have been for any
 * publication.
 */
function beginningOf(on: Attempted): ChangePosition {
  const isOpen = attemptsAt(on).some(({ outcome }) => outcome === null || outcome === 'AMBIGUOUS');
  return changeBeginning(isOpen || on.attempts.length < on.change.attemptCount);
}

/** Returns the result of the last call, if its worker was lost before the run continued. */
function lastEventOf(on: Attempted): ChangeEvent {
  const last = attemptsAt(on).at(-1);
  switch (last?.outcome) {
    case null:
    case 'AMBIGUOUS':
      return { kind: 'CALLED', result: { kind: 'AMBIGUOUS' } };
    case 'GONE':
      return { kind: 'CALLED', result: { kind: 'GONE' } };
    case 'REFUSED': {
      const error = { code: last.errorCode ?? 'PLATFORM_REJECTED', message: last.errorMessage ?? '' };
      return { kind: 'CALLED', result: { kind: 'REFUSED', error } };
    }
    default:
      return { kind: 'BEGUN' };
  }
}
