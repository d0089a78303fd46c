import { and, eq, gt, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import {
  changeAttempts,
  changes,
  commentFeeds,
  comments,
  metricFeeds,
  posts,
  publications,
} from '../../../db/schema/index.js';
import {
  isChangeOpen,
  openChangeStatuses,
  type ChangeError,
  type ChangeOutcome,
} from '../../../domain/changes.js';
import { partNotFound, type ChangeEnd, type SavedChange } from '../../../domain/decide-change.js';
import type { ChangeDetail } from '../../../domain/timeline.js';
import type { Published } from '../../../platforms/kit/failure.js';
import { errorMessageCharsMax } from '../../attempts/close-attempt.js';
import type { ChangeRow } from '../../post-records/changes.js';
import { targetOf } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { persist } from '../../shared/rows/persist.js';
import { publisher, recordEvents, type TimelineEntry } from '../../timeline/record.js';
import { emitTargetEvent } from '../../webhooks/emit-target-event.js';
import { startDeliveries } from '../../webhooks/stage.js';
import type { ClaimedChange } from './claim-change.js';
import type { LoadedChange } from './load-change.js';

type Recorded = Pick<LoadedChange, 'change' | 'post' | 'target' | 'row'>;

type Call = Pick<ClaimedChange, 'attemptId' | 'number'>;

/** Records the end of a call that did not make the change, right after the platform's response. */
export async function recordChangeCall(
  deps: ServiceDeps,
  { change, post, target, row }: Recorded,
  call: Call,
  { outcome, error }: { outcome: Exclude<ChangeOutcome, 'DONE'>; error: ChangeError | null },
): Promise<void> {
  await persist(deps, () =>
    deps.db.transaction(async (tx) => {
      if (!(await closeCall(tx, deps, call, { outcome, error }))) return;
      const told = { attempt: call.number, outcome, ...(error && { errorCode: error.code }) };
      await recordEvents(tx, deps, post.id, publisher, [
        entryOf('CHANGE_ATTEMPTED', target.id, change, { step: row.step, ...told }),
      ]);
    }),
  );
}

/**
 * Describes how a change was made: by the given call, or, without one, as a look-up has found. `published` replaces the
 * stored data of an edited post.
 */
export interface MadeChange {
  call?: Call;
  published?: Published;
}

/**
 * Records that a publication was removed or edited, whatever has happened to the change in the meantime. Once the
 * target itself was changed, the change is done.
 */
export async function recordMade(deps: ServiceDeps, on: Recorded, made: MadeChange): Promise<void> {
  const starts = await persist(deps, () =>
    deps.db.transaction(async (tx) => {
      const change = await lockForRecord(tx, on);
      const { externalPostId: externalId = null } = made.published ?? {};
      if (made.call !== undefined) await closeCall(tx, deps, made.call, { outcome: 'DONE', externalId });
      if (change === undefined || (await isOutdated(tx, change))) return [];
      const isNews =
        change.kind === 'REMOVE'
          ? await takeDown(tx, deps, on)
          : await applyEdit(tx, deps, on, made.published);
      const isDone = change.status !== 'DONE' && on.row.targetId === null;
      const { step } = on.row;
      const kind = change.kind === 'REMOVE' ? 'REMOVED' : 'TEXT_EDITED';
      const attempt = made.call && { attempt: made.call.number, outcome: 'DONE' as const };
      if (isNews || isDone) {
        await recordEvents(tx, deps, on.post.id, publisher, [
          entryOf(kind, on.target.id, change, { step, ...attempt }),
        ]);
      }
      if (!isDone) return [];
      const isWhole = change.kind === 'EDIT' || !(await leavesUnconfirmed(tx, on));
      await writeEnd(
        tx,
        deps,
        change,
        isWhole ? { end: 'DONE' } : { end: 'UNCONFIRMED', error: partNotFound },
      );
      if (!isNews && !isWhole) return [];
      return emitTargetEvent(tx, deps, on.post.id, { targetId: on.target.id, kind: change.kind });
    }),
  );
  await startDeliveries(deps, starts);
}

/** Ends a change that was not made, or that may have been made. */
export async function endChange(
  deps: ServiceDeps,
  on: Recorded,
  workflowId: string,
  ended: Extract<ChangeEnd, { error: ChangeError }>,
): Promise<void> {
  await persist(deps, () =>
    deps.db.transaction(async (tx) => {
      const change = await lockForRecord(tx, on);
      if (change === undefined || change.runId !== workflowId || !isChangeOpen(change.status)) return;
      await writeEnd(tx, deps, change, ended);
      const { error } = ended;
      await recordEvents(tx, deps, on.post.id, publisher, [
        entryOf('CHANGE_FAILED', on.target.id, change, { errorCode: error.code, status: ended.end }),
      ]);
    }),
  );
}

/** Saves the position before a wait. False: the change no longer belongs to this run. */
export async function saveChange(
  deps: ServiceDeps,
  { change }: Pick<LoadedChange, 'change'>,
  position: SavedChange,
): Promise<boolean> {
  const rows = await persist(deps, () =>
    deps.db
      .update(changes)
      .set({ position })
      .where(
        and(
          eq(changes.id, change.id),
          eq(changes.runId, position.workflowId),
          inArray(changes.status, openChangeStatuses),
        ),
      )
      .returning({ id: changes.id }),
  );
  return rows.length > 0;
}

/** The post is locked first, as everywhere, even if it was deleted. */
async function lockForRecord(tx: Tx, { change, post }: Recorded): Promise<ChangeRow | undefined> {
  await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, post.id)).for('update');
  const [row] = await tx.select().from(changes).where(eq(changes.id, change.id)).for('update');
  return row;
}

/**
 * Whether a later edit may have been made since this one ended, so that a late response does not show the current text.
 */
async function isOutdated(
  tx: Tx,
  { id, kind, status, publicationId, createdAt }: ChangeRow,
): Promise<boolean> {
  if (kind === 'REMOVE' || isChangeOpen(status)) return false;
  const isLater = and(gt(changes.createdAt, createdAt), gt(changes.attemptCount, 0));
  const later = and(eq(changes.publicationId, publicationId), ne(changes.id, id), isLater);
  return (await tx.$count(changes, later)) > 0;
}

/** Records how a call ended. Returns false if that is known; only DONE replaces another end. */
async function closeCall(
  tx: Tx,
  { clock }: ServiceDeps,
  { attemptId }: Call,
  { outcome, error = null, externalId = null }: CallEnd,
): Promise<boolean> {
  const isOpen = outcome === 'DONE' ? undefined : isNull(changeAttempts.outcome);
  const closed = await tx
    .update(changeAttempts)
    .set({ outcome, finishedAt: clock.now(), ...errorColumns(error), externalId })
    .where(and(eq(changeAttempts.id, attemptId), isOpen))
    .returning({ id: changeAttempts.id });
  return closed.length > 0;
}

interface CallEnd {
  outcome: ChangeOutcome;
  error?: ChangeError | null;
  externalId?: string | null;
}

/**
 * Marks a publication as removed, with the publications that the platform removes along with it. Returns false if
 * nothing was left to mark.
 */
async function takeDown(tx: Tx, { clock, platforms }: ServiceDeps, { row }: Recorded): Promise<boolean> {
  const now = clock.now();
  const takesComments = platforms.get(row.platform)?.changeRules.commentsGoWithPost === true;
  // The parts after this one have already been removed.
  const following = and(
    eq(publications.targetId, targetOf(row)),
    eq(publications.step, 'FIRST_COMMENT'),
    eq(publications.status, 'PUBLISHED'),
  );
  const rows = await tx
    .update(publications)
    .set({ takenDownAt: now, updatedAt: now })
    .where(
      and(
        or(eq(publications.id, row.id), takesComments ? following : undefined),
        isNull(publications.takenDownAt),
      ),
    )
    .returning({ id: publications.id });
  // Its comments and metrics are not read any more.
  await tx.update(commentFeeds).set({ dueAt: null }).where(eq(commentFeeds.targetId, row.id));
  await tx.update(metricFeeds).set({ dueAt: null }).where(eq(metricFeeds.targetId, row.id));
  return rows.length > 0;
}

/** Whether a part of the target may still be public, because its own call is unconfirmed and the part was not found. */
async function leavesUnconfirmed(tx: Tx, { target }: Recorded): Promise<boolean> {
  const parts = and(
    eq(publications.targetId, target.id),
    ne(publications.step, 'FIRST_COMMENT'),
    eq(publications.status, 'FAILED'),
    eq(publications.errorCode, 'PUBLISH_UNCONFIRMED'),
    isNull(publications.removedAt),
  );
  return (await tx.$count(publications, parts)) > 0;
}

/** Stores the text that is public now, and the id that the post has now. */
async function applyEdit(
  tx: Tx,
  { clock }: ServiceDeps,
  { change, row }: Recorded,
  published: Published | undefined,
): Promise<boolean> {
  await tx
    .update(publications)
    .set({
      publishedCaption: change.text,
      ...(change.title !== null && {
        platformOptions: sql`${publications.platformOptions} || ${JSON.stringify({ title: change.title })}::jsonb`,
      }),
      ...(published && {
        externalPostId: published.externalPostId,
        externalReference: published.reference,
        ...(published.externalUrl !== null && { externalUrl: published.externalUrl }),
      }),
      updatedAt: clock.now(),
    })
    .where(eq(publications.id, row.id));
  if (published !== undefined) await renameFeeds(tx, row, published.externalPostId);
  return false;
}

/** Continues reading comments and metrics under the id that an edit has given to the post. */
async function renameFeeds(
  tx: Tx,
  { id, socialAccountId, externalPostId: before }: LoadedChange['row'],
  externalPostId: string,
): Promise<void> {
  await tx.update(metricFeeds).set({ externalPostId }).where(eq(metricFeeds.targetId, id));
  if (before === null || before === externalPostId) return;
  const isKnown = tx
    .select({ id: commentFeeds.externalPostId })
    .from(commentFeeds)
    .where(
      and(eq(commentFeeds.socialAccountId, socialAccountId), eq(commentFeeds.externalPostId, externalPostId)),
    );
  for (const table of [commentFeeds, comments])
    await tx
      .update(table)
      .set({ externalPostId })
      .where(
        and(
          eq(table.socialAccountId, socialAccountId),
          eq(table.externalPostId, before),
          table === commentFeeds ? notExists(isKnown) : undefined,
        ),
      );
}

async function writeEnd(tx: Tx, { clock }: ServiceDeps, change: ChangeRow, ended: ChangeEnd): Promise<void> {
  const now = clock.now();
  const error = 'error' in ended ? ended.error : null;
  const status = 'error' in ended || ended.end === 'DONE' ? ended.end : change.status;
  await tx
    .update(changes)
    .set({
      status,
      ...errorColumns(error),
      runId: null,
      runSince: null,
      position: null,
      finishedAt: now,
      updatedAt: now,
    })
    .where(eq(changes.id, change.id));
  await tx.update(publications).set({ updatedAt: now }).where(eq(publications.id, change.publicationId));
}

function errorColumns(error: ChangeError | null) {
  return {
    errorCode: error?.code ?? null,
    errorMessage: error?.message.slice(0, errorMessageCharsMax) ?? null,
  };
}

export function entryOf(
  kind: Extract<
    TimelineEntry['kind'],
    'CHANGE_ATTEMPTED' | 'CHANGE_LOOKED_UP' | 'REMOVED' | 'TEXT_EDITED' | 'CHANGE_FAILED'
  >,
  targetId: string,
  { id, kind: changeKind }: Pick<ChangeRow, 'id' | 'kind'>,
  detail: Omit<ChangeDetail, 'id' | 'kind'>,
): TimelineEntry {
  return { kind, targetId, detail: { change: { id, kind: changeKind, ...detail } } };
}
