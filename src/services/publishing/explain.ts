import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { commandWords } from '../../domain/command-words.js';
import { beginning, decide, type Decision, type Move } from '../../domain/decide.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PostStatus } from '../../domain/post-status.js';
import { nextMove } from '../../domain/publish-attempts.js';
import type { PublishStep } from '../../domain/workflow-contract.js';
import { lateForCall } from '../attempts/late-steps.js';
import { isCallMissing, lastAttempt, type AttemptRow } from '../attempts/last-attempts.js';
import { dueOf, readRecord, statusOf, type Subject, type TargetRow } from '../post-records/records.js';
import type { ServiceDeps } from '../shared/context.js';
import {
  isFollowerTooLate,
  readRows,
  standingOf,
  waitUntilNearMs,
  type Standing,
} from './internal/standing.js';

export interface PostExplanation {
  status: PostStatus;
  targets: TargetExplanation[];
}

/** The next action of a run about a target, with the reason. */
export interface TargetExplanation {
  targetId: string;
  platform: PlatformName;
  /** Null: nothing is left to do. */
  step: PublishStep | null;
  attempts: number;
  /** For instance "calls" or "waits 60 s, then looks up": the words of docs/internals/publishing.md. */
  next: string;
  /** The time of the next action. Null: immediately, or never. */
  at: Date | null;
  because: string;
}

type Explaining = Pick<ServiceDeps, 'db' | 'publishing' | 'clock'>;

/**
 * Explains from the rows alone, without changing them, what comes next for each target of a post. It asks the same
 * functions as a run does (`advance`). Returns undefined if there is no such post.
 */
export async function explainPost(deps: Explaining, postId: string): Promise<PostExplanation | undefined> {
  const { db } = deps;
  const record = await readRecord(db, postId);
  if (record === undefined) return undefined;
  const explained: TargetExplanation[] = [];
  for (const { id: targetId } of record.targets) {
    const one = await explainTarget(deps, postId, targetId);
    if (one !== undefined) explained.push(one);
  }
  return { status: record.post.status, targets: explained };
}

async function explainTarget(
  deps: Explaining,
  postId: string,
  targetId: string,
): Promise<TargetExplanation | undefined> {
  const rows = await readRows(deps, { postId, targetId });
  if (rows === undefined) return undefined;
  const { post, target, attempts } = rows;
  const workflowId = target.comment?.runId ?? post.pendingWorkflowId ?? post.workflowId;
  const standing = workflowId === null ? undefined : standingOf(deps, rows, workflowId);
  const base = { targetId, platform: target.platform, attempts };
  if (standing === undefined) {
    const last = await lastAttempt(deps.db, (dueOf(target) ?? target).id);
    return { ...base, step: null, next: 'does nothing', at: null, because: whyNothing(post, target, last) };
  }
  return { ...base, step: standing.row.step, ...(await explainStanding(deps, standing)) };
}

type Next = Pick<TargetExplanation, 'next' | 'at' | 'because'>;

async function explainStanding(deps: Explaining, standing: Standing): Promise<Next> {
  const { publication, saved } = standing;
  const nowMs = deps.clock.now().getTime();
  const nearMs = await waitUntilNearMs(deps, standing, nowMs);
  if (nearMs !== null) {
    const { dueMs = 0 } = publication;
    const because = `it is due at ${timeOf(dueMs)}, and is prepared shortly before`;
    return { next: 'wakes', at: new Date(nowMs + nearMs), because };
  }
  if (isFollowerTooLate(standing, nowMs))
    return at(null, 'ends as FAILED', 'it is too late for what follows the post');
  if (saved !== null && saved.wakeAtMs > nowMs) {
    return at(saved.wakeAtMs, commandWords(saved.next), `${saved.text} (its run sleeps until then)`);
  }
  const { command }: Pick<Decision, 'command'> =
    saved === null
      ? decide(publication, beginning(publication.carriesMedia), { kind: 'BEGUN' }, nowMs)
      : { command: saved.next };
  if (command.kind !== 'CALL' && command.kind !== 'UPLOAD')
    return at(null, commandWords(command), saved?.text ?? '');
  return beforeCall(deps, standing, command, await lastAttempt(deps.db, standing.row.id));
}

/** Checks, in the same order as a run, everything that a run checks before a call or an upload. */
async function beforeCall(
  { db, clock }: Explaining,
  { row }: Standing,
  command: Move,
  last: AttemptRow | undefined,
): Promise<Next> {
  const now = clock.now();
  const dueAt = row.scheduledFor;
  const move = nextMove(last?.outcome);
  if (move === 'ALREADY_PUBLISHED')
    return at(null, 'ends as PUBLISHED', `attempt ${last?.number ?? 0} was public`);
  if (isCallMissing({ publication: row, last })) {
    return at(dueAt, 'looks up first', 'the database came back with a past state, so a call may be missing');
  }
  if (move === 'LOOK_UP') return at(dueAt, 'looks up first', whyLookUp(last));
  if (row.cancelRequestedAt !== null) return at(null, 'ends as CANCELED', 'a person canceled it');
  const late = lateForCall(row, last, now.getTime());
  if (late !== undefined) return at(null, `gives up with ${late.code}`, late.message);
  const [account] = await db
    .select({ pacedUntil: socialAccounts.pacedUntil })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, row.socialAccountId));
  const pacedUntil = account?.pacedUntil ?? null;
  if (pacedUntil !== null && pacedUntil > now)
    return at(pacedUntil, commandWords(command), `${row.platform} asked all calls of the account to pause`);
  if (dueAt !== null && dueAt > now)
    return at(dueAt, commandWords(command), 'it is prepared and waits for its time');
  return at(null, commandWords(command), last === undefined ? 'no call was made yet' : whyAgain(last));
}

const at = (when: Date | number | null, next: string, because: string): Next => ({
  next,
  at: when === null ? null : new Date(when),
  because,
});

const timeOf = (ms: number): string => new Date(ms).toISOString();

const whyLookUp = (last: AttemptRow | undefined): string =>
  last?.outcome === null
    ? `attempt ${last.number} has no outcome: its call is running, or its worker was lost`
    : `attempt ${last?.number ?? 0} ended as ${last?.outcome ?? ''}, so it may be public`;

const whyAgain = ({ number, outcome }: AttemptRow): string =>
  `attempt ${number} ended as ${outcome ?? ''}, so nothing is public`;

/** Explains why no run has anything to do for the target, and what a retry would do. */
function whyNothing(post: Subject, target: TargetRow, last: AttemptRow | undefined): string {
  const part = target.status === 'PUBLISHED' ? 'a part of it' : 'it';
  switch (statusOf(target)) {
    case 'PUBLISHED':
      return target.comment?.status !== 'FAILED'
        ? 'it is public'
        : 'it is public, and its first comment failed; only a retry of the comment sends it';
    case 'FAILED':
      return `${part} failed with ${(dueOf(target) ?? target).errorCode ?? ''}; a retry ${nextMove(last?.outcome) === 'LOOK_UP' ? 'looks up first' : 'calls'}`;
    case 'CANCELED':
      return 'it was canceled';
    default:
      return post.workflowId === null && post.pendingWorkflowId === null
        ? `the post is ${post.status}, so it has no run`
        : 'another run has it';
  }
}
