import { and, eq } from 'drizzle-orm';
import { publications } from '../../db/schema/index.js';
import {
  beginning,
  decide,
  type Decision,
  type Position,
  type Publication,
  type PublishCommand,
  type PublishEvent,
  type SavedPosition,
  type StepEnd,
} from '../../domain/decide.js';
import { clockDifferenceMsMax } from '../../domain/ready-ahead.js';
import { turnWaitMsMin } from '../../domain/publish-ladders.js';
import {
  postIdOfPublishRun,
  type Advance,
  type AdvanceInput,
  type PublishStep,
  type RefreshResult,
  type StepInput,
} from '../../domain/workflow-contract.js';
import { followerNotSent } from '../attempts/end-step.js';
import { lookBeforeCalls } from '../attempts/past-state.js';
import { lockSubject, type TargetRow } from '../post-records/records.js';
import { withFollowing } from '../post-records/new-rows.js';
import { promoteRun } from '../post-runs/promote-run.js';
import type { ServiceDeps } from '../shared/context.js';
import { persist } from '../shared/rows/persist.js';
import { publisher, recordEvents } from '../timeline/record.js';
import { endCommentRun } from './comment-run.js';
import { commitStep, type CommitPlace } from './commit-step.js';
import { finishIfLast, giveUpStep } from './finish-publish.js';
import { failStep } from './internal/record-failure.js';
import { carrierOf } from './internal/carrier.js';
import { uploadBytes } from './internal/publication-media.js';
import { countAttempts } from './internal/publication.js';
import {
  isFollowerTooLate,
  isOwned,
  readRows,
  standingOf,
  waitUntilNearMs,
  type Standing,
} from './internal/standing.js';
import { lookupStep } from './lookup-step.js';

/** A limit against endless loops: more commands than any run needs between two waits. */
const commandsMax = 50;

/**
 * Advances a target: does what `decide` says until the run must wait or upload, or nothing is left to do. Everything
 * that the decision needs is in the rows, so any worker can continue after any loss. Before each wait, the position is
 * saved. A post and each publication that follows it are separate tasks.
 */
export async function advance(deps: ServiceDeps, input: AdvanceInput, place: CommitPlace): Promise<Advance> {
  const begunMs = deps.clock.now().getTime();
  const nowMs = (): number => input.nowMs + Math.max(0, deps.clock.now().getTime() - begunMs);
  const standing = await readRemembered(deps, input);
  if (standing === undefined) return end(deps, input, 'nothing left to do');
  const early = await waitUntilNear(deps, input, standing, nowMs());
  if (early !== undefined) return early;
  const part = partNameOf(standing.row.step);
  if (isFollowerTooLate(standing, nowMs())) {
    await failStep(deps, stepInput(input, standing), followerNotSent(standing.target, standing.row));
    return end(deps, input, `${part} failed`);
  }
  const taken = await takeStep(deps, input, { ...standing, nowMs, place });
  if (typeof taken === 'object') return taken;
  const isFollowed = taken === 'PUBLISHED' && withFollowing([standing.target]).length > 1;
  // A post that is being published cannot be edited, so no part or comment was added since the call.
  const next = isFollowed ? await readStanding(deps, input) : undefined;
  if (next === undefined) return end(deps, input, `${part} ${taken.toLowerCase()}`);
  return { kind: 'GO_ON', platform: next.publication.platform, step: next.row.step, attempts: next.attempts };
}

const partNameOf = (step: PublishStep): string => {
  if (step === 'POST') return 'post';
  return step === 'FIRST_COMMENT' ? 'first comment' : step.toLowerCase().replace('_', ' ');
};

/**
 * If the run knows of more attempts than the database, the database was restored to an earlier state. The next step
 * then looks up first, because these attempts may have made something public.
 */
async function readRemembered(deps: ServiceDeps, input: AdvanceInput): Promise<Standing | undefined> {
  const { targetId, workflowId, attempts = 0 } = input;
  const standing = await readStanding(deps, input);
  if (standing === undefined || standing.attempts >= attempts) return standing;
  const { id: postId } = standing.post;
  await deps.db.transaction(async (tx) => {
    const post = await lockSubject(tx, postId);
    if (post === undefined) return;
    const ids = withFollowing([standing.target]).map(({ id }) => id);
    await lookBeforeCalls(tx, postId, post.scheduledAt ?? post.createdAt, ids);
  });
  deps.log.error({ postId, targetId, workflowId }, 'the database lacks attempts that its run has made');
  return readStanding(deps, input);
}

async function readStanding(deps: ServiceDeps, input: AdvanceInput): Promise<Standing | undefined> {
  const rows = await readRows(deps, input);
  if (rows === undefined) return undefined;
  // The run may have begun before the API's second commit.
  if (rows.post.pendingWorkflowId === input.workflowId) await promoteRun(deps, input);
  return standingOf(deps, rows, input.workflowId);
}

/** Returns the wait of a run that has begun far too early, and records it. Undefined if its time is near. */
async function waitUntilNear(
  deps: ServiceDeps,
  { postId, workflowId }: AdvanceInput,
  standing: Standing,
  nowMs: number,
): Promise<Advance | undefined> {
  const waitMs = await waitUntilNearMs(deps, standing, nowMs);
  if (waitMs === null) return undefined;
  const { platform, dueMs = 0 } = standing.publication;
  // A run whose clock differs from the deciding one wakes slightly early, which needs no entry in the timeline.
  if (waitMs > clockDifferenceMsMax) {
    const until = new Date(dueMs).toISOString();
    const entry = { kind: 'WAITING', detail: { reason: 'NOT_DUE', until, workflowId } } as const;
    await recordEvents(deps.db, deps, postId, publisher, [entry]);
  }
  const { attempts } = standing;
  return { kind: 'WAIT', platform, waitMs, text: 'Until its time is near', isLookup: false, attempts };
}

interface Taking extends Standing {
  nowMs: () => number;
  place: CommitPlace;
}

/** Returns the end of the step, or the wait or the upload that the run must do. */
async function takeStep(deps: ServiceDeps, input: AdvanceInput, on: Taking): Promise<StepEnd | Advance> {
  const { publication, saved, nowMs } = on;
  const { uploaded } = input;
  const { platform } = publication;
  const follow = (position: Position, event: PublishEvent): Decision =>
    decide(publication, position, event, nowMs());
  const { workflowId } = input;
  let { attempts } = on;
  let decision: Decision;
  if (uploaded !== undefined) {
    const position = saved?.position ?? beginning(publication.carriesMedia);
    decision = follow(position, { kind: 'UPLOADED', result: uploaded });
  } else if (saved === null) {
    decision = follow(beginning(publication.carriesMedia), { kind: 'BEGUN' });
  } else {
    const waitMs = saved.wakeAtMs - nowMs();
    // A timer that fired slightly early is not set again.
    if (waitMs > turnWaitMsMin) return waitOf(platform, saved, { waitMs, attempts });
    decision = { position: saved.position, command: saved.next };
  }
  for (let commands = 0; commands < commandsMax; commands += 1) {
    const { position, command } = decision;
    switch (command.kind) {
      case 'WAIT': {
        const { waitMs, text, next } = command;
        const rest = { workflowId, attempts, position, next, wakeAtMs: nowMs() + waitMs, text };
        const known = await save(deps, on, rest);
        return known === undefined ? 'CLOSED' : waitOf(platform, rest, { waitMs, attempts: known });
      }
      case 'UPLOAD': {
        const rest = { workflowId, attempts, position, next: command, wakeAtMs: nowMs(), text: '' };
        const known = await save(deps, on, rest);
        if (known === undefined) return 'CLOSED';
        const bytes = await uploadBytes(deps.db, carrierOf(on.post, on.target, on.row));
        const { deadlineMs } = publication;
        return { kind: 'UPLOAD', platform, step: on.row.step, bytes, deadlineMs, attempts: known };
      }
      case 'END':
        return command.end;
      case 'GIVE_UP':
        await giveUpStep(deps, { ...stepInput(input, on), reason: command.reason });
        return 'FAILED';
      default: {
        // The rows that were read at the beginning are only good for the first command.
        const event = await act(deps, input, commands === 0 ? on : { ...on, found: undefined }, command);
        if (event.kind === 'CALLED' && event.result.kind === 'AMBIGUOUS')
          attempts = await countAttempts(deps.db, input.targetId);
        decision = follow(position, event);
      }
    }
  }
  throw new Error('The run does not end.');
}

const waitOf = (
  platform: Publication['platform'],
  { next, text }: SavedPosition,
  { waitMs, attempts }: { waitMs: number; attempts: number },
): Advance => ({
  kind: 'WAIT',
  platform,
  waitMs,
  attempts,
  text,
  isLookup: next.kind === 'LOOK_UP',
});

const stepInput = (
  { postId, targetId, workflowId }: AdvanceInput,
  { row: { step } }: Standing,
): StepInput => ({ postId, targetId, step, workflowId });

type Act = Extract<PublishCommand, { kind: 'CALL' | 'LOOK_UP' | 'REFRESH' }>;

/** Makes the call, the look-up or the refresh, and returns the answer. */
async function act(deps: ServiceDeps, input: AdvanceInput, on: Taking, command: Act): Promise<PublishEvent> {
  const given = { ...stepInput(input, on), nowMs: on.nowMs() };
  switch (command.kind) {
    case 'CALL':
      return { kind: 'CALLED', result: await commitStep(deps, given, on.place, on.found) };
    case 'LOOK_UP': {
      const { absencesBefore, last, over } = command;
      const asked = { absencesBefore, last, ...(over !== undefined && { over }) };
      return { kind: 'LOOKED_UP', result: await lookupStep(deps, { ...given, ...asked }) };
    }
    case 'REFRESH':
      return { kind: 'REFRESHED', result: await refresh(deps, input, on.target, command.seenVersion) };
  }
}

/** Runs or joins the account's single refresh, and waits for it. */
async function refresh(
  deps: ServiceDeps,
  { postId, targetId }: AdvanceInput,
  { socialAccountId }: TargetRow,
  seenVersion: number,
): Promise<RefreshResult> {
  try {
    const result = await deps.starter.refreshAccount(socialAccountId, seenVersion);
    const entry = { kind: 'TOKEN_REFRESH', targetId, detail: { refresh: result } } as const;
    await recordEvents(deps.db, deps, postId, publisher, [entry]);
    return result;
  } catch (error) {
    deps.log.warn({ err: error, targetId }, 'a refresh ended without a result');
    return 'unavailable';
  }
}

/**
 * Saves the position before a wait, and returns the number of attempts at the target. Undefined: the publication no
 * longer belongs to this run, so the position is that of another one.
 */
async function save(
  deps: ServiceDeps,
  { post, row, target }: Standing,
  position: SavedPosition,
): Promise<number | undefined> {
  const { db } = deps;
  const [saved] = await persist(deps, () =>
    db
      .update(publications)
      .set({ position })
      .where(and(eq(publications.id, row.id), isOwned(deps, post.id, position.workflowId)))
      .returning({ attempts: countAttempts(db, target.id) }),
  );
  return saved?.attempts;
}

async function end(deps: ServiceDeps, input: AdvanceInput, text: string): Promise<Advance> {
  const { runId, targetId } = publications;
  const isOwn = and(eq(targetId, input.targetId), eq(runId, input.workflowId));
  const isOfPost = postIdOfPublishRun(input.workflowId) !== undefined;
  if (isOfPost || (await deps.db.$count(publications, isOwn)) === 0)
    return { kind: 'END', text, outcome: await finishIfLast(deps, input) };
  await endCommentRun(deps, input);
  return { kind: 'END', text, outcome: null };
}
