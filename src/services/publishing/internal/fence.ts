import { eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable, Tx } from '../../../db/client.js';
import { publications, publishAttempts, targets } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import { isOutcomeOpen, nextMove } from '../../../domain/publish-attempts.js';
import { publicationIdOf, type StepInput, type StepResult } from '../../../domain/workflow-contract.js';
import { isLastAttempt, type AttemptRow } from '../../attempts/last-attempts.js';
import { followableOf, isWaiting } from '../../attempts/followers.js';
import {
  followers,
  gatherTargets,
  isFollowerOf,
  lockSubject,
  type PublicationRow,
  type Subject,
  type TargetRow,
} from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents, type TimelineEntry } from '../../timeline/record.js';

/** A publication on which a run may act, with the rows that show this. */
export interface OpenPublication {
  post: Subject;
  target: TargetRow;
  publication: PublicationRow;
  last: AttemptRow | undefined;
}

/**
 * Locks the row of the post or reply and returns the publication with its last attempt, if this run may still act on
 * it. A SCHEDULED publication may be prepared; the claim of a call makes it PUBLISHING.
 */
export async function lockOpen(tx: Tx, input: StepInput): Promise<OpenPublication | undefined> {
  // Both queries are sent at once and executed in order, so the second one reads under the lock.
  const [post, found] = await Promise.all([
    lockSubject(tx, input.postId),
    readPublicationRow(tx, publicationIdOf(input)),
  ]);
  if (post === undefined || found?.target.postId !== post.id) return undefined;
  return isOpen(post, found, input) ? { post, ...found } : undefined;
}

/** Reads a publication with its target and its last attempt. */
async function readPublicationRow(
  q: Queryable,
  publicationId: string,
): Promise<Omit<OpenPublication, 'post'> | undefined> {
  const of = alias(publications, 'of');
  const rows = await q
    .select({ target: targets, follower: followers, publication: of, last: publishAttempts })
    .from(of)
    .innerJoin(targets, eq(targets.id, sql`coalesce(${of.targetId}, ${of.id})`))
    .leftJoin(followers, isFollowerOf(targets))
    .leftJoin(publishAttempts, isLastAttempt(of))
    .where(eq(of.id, publicationId));
  const [row] = rows;
  const [target] = gatherTargets(rows);
  if (row === undefined || target === undefined) return undefined;
  return { target, publication: row.publication, last: row.last ?? undefined };
}

/** Whether the run may still act on the publication according to these rows. */
function isOpen(
  post: Subject,
  { target, publication }: Pick<OpenPublication, 'target' | 'publication'>,
  { workflowId }: Pick<StepInput, 'workflowId'>,
): boolean {
  if (post.deletedAt !== null || target.removedAt !== null) return false;
  const isDue =
    publication.targetId === null
      ? publication.status === 'PUBLISHING' || isAhead(post, publication)
      : isFollowable(target, publication);
  // After a failure, only the run of a retry may act on the publication.
  if (publication.runId !== null) return isDue && publication.runId === workflowId;
  return isDue && isWaiting(publication) && post.workflowId === workflowId;
}

/**
 * Whether the publication to which this one replies is public. A user may have removed this one from the post since it
 * was planned.
 */
const isFollowable = (target: TargetRow, { id }: PublicationRow): boolean => followableOf(target)?.id === id;

/**
 * Whether the run may not act on the publication, according to rows that were read without a lock, possibly before the
 * API's second commit promoted the run. This check avoids preparing and holding a publication that was canceled or
 * replaced. The claim decides.
 */
export function isClosed(post: Subject, found: Omit<OpenPublication, 'post'>, input: StepInput): boolean {
  const named =
    post.pendingWorkflowId === input.workflowId ? { ...post, workflowId: input.workflowId } : post;
  return !isOpen(named, found, input);
}

/** Whether the run works on a post that is not yet due. */
export function isAhead(post: Pick<Subject, 'status'>, target: Pick<PublicationRow, 'status'>): boolean {
  return post.status === 'SCHEDULED' && target.status === 'SCHEDULED';
}

/** The result for the workflow if the earlier attempts permit no call. Undefined if they do. */
export function answerWithoutCall(
  last: Pick<AttemptRow, 'outcome'> | undefined,
): Extract<StepResult, { kind: 'AMBIGUOUS' | 'PUBLISHED' }> | undefined {
  switch (nextMove(last?.outcome)) {
    case 'CALL':
      return undefined;
    case 'LOOK_UP':
      return { kind: 'AMBIGUOUS' };
    case 'ALREADY_PUBLISHED':
      return { kind: 'PUBLISHED' };
  }
}

/**
 * Stores the result of `prepare`, or the progress of an upload, before anything depends on it. `drop-media` only
 * removes the uploaded media from the state. It holds the post's lock, like everything that must not overtake a cancel.
 * False means that nothing was stored: the step no longer belongs to the caller, or another try has made a call since
 * attempt `lastNumber`, and the look-up of that call needs the stored state.
 */
export async function saveState(
  deps: ServiceDeps,
  input: StepInput,
  lastNumber: number,
  state: JsonObject | 'drop-media' | null,
  entries: readonly TimelineEntry[] = [],
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpen(tx, input);
    const last = open?.last;
    if (open === undefined || (last?.number ?? 0) !== lastNumber) return false;
    if (isOutcomeOpen(last?.outcome)) return false;
    const prepared = state === 'drop-media' ? sql`${publications.prepared} - 'media'` : state;
    await setPrepared(tx, input, prepared);
    await recordEvents(tx, deps, input.postId, publisher, entries);
    return true;
  });
}

export async function setPrepared(
  tx: Tx,
  input: Pick<StepInput, 'targetId' | 'step'>,
  prepared: JsonObject | SQL | null,
): Promise<void> {
  await tx
    .update(publications)
    .set({ prepared })
    .where(eq(publications.id, publicationIdOf(input)));
}
