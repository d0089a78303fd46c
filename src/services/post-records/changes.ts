import { asc, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { builtQuery } from '../../db/built-query.js';
import type { Queryable } from '../../db/client.js';
import { changes } from '../../db/schema/index.js';
import { isChangeOpen, type ChangeError, type ChangeStatus } from '../../domain/changes.js';
import { AppError } from '../../domain/errors.js';

export type ChangeRow = typeof changes.$inferSelect;

/** The removal of a target, as the API shows it. */
export interface RemovalView {
  id: string;
  status: ChangeStatus;
  requestedAt: Date;
  requestedByUserId: string;
  /** When the target was removed. Null while it is public. */
  removedAt: Date | null;
  error: ChangeError | null;
}

/** An edit of the text of a public target. */
export interface EditView {
  id: string;
  status: ChangeStatus;
  text: string;
  title: string | null;
  requestedAt: Date;
  requestedByUserId: string;
  editedAt: Date | null;
  error: ChangeError | null;
}

/** The number of edits that a target shows. */
export const editsShownMax = 5;

/** Reads the changes of posts, the earliest first. */
export function readChanges(q: Queryable, postIds: readonly string[]): Promise<ChangeRow[]> {
  return readRows(q, { postIds });
}

const readRows = builtQuery((q) =>
  q
    .select()
    .from(changes)
    .where(anyOf(changes.postId, sql.placeholder('postIds')))
    .orderBy(asc(changes.postId), asc(changes.createdAt), asc(changes.id)),
);

/** Returns the change of the target that has not ended. */
export function openChangeOf(rows: readonly ChangeRow[], targetId: string): ChangeRow | undefined {
  return rows.find(({ publicationId, status }) => publicationId === targetId && isChangeOpen(status));
}

export function changeUnderWay(
  { id }: { id: string },
  message = 'Another change of the target is under way.',
): AppError<'CHANGE_UNDER_WAY'> {
  return new AppError('CHANGE_UNDER_WAY', message, { targetId: id });
}

/**
 * Refuses to publish a target again while it is being removed or edited, because the change would look for the new
 * post, too.
 */
export function checkUnchanged(rows: readonly ChangeRow[], targets: readonly { id: string }[]): void {
  for (const target of targets) {
    const isChanged = rows.some(({ publicationId, runId }) => publicationId === target.id && runId !== null);
    if (isChanged) throw changeUnderWay(target, 'The target is being removed or edited on its platform.');
  }
}

/** Returns the latest removal of a target. */
export function removalOf(
  rows: readonly ChangeRow[],
  { id, takenDownAt }: { id: string; takenDownAt: Date | null },
): RemovalView | null {
  const row = rows.findLast(({ publicationId, kind }) => publicationId === id && kind === 'REMOVE');
  return row === undefined ? null : { ...commonOf(row), removedAt: takenDownAt };
}

/** Returns the latest edits of a target, the earliest of them first. */
export function editsOf(rows: readonly ChangeRow[], { id }: { id: string }): EditView[] {
  const own = rows.filter(({ publicationId, kind }) => publicationId === id && kind === 'EDIT');
  return own.slice(-editsShownMax).map((row) => ({
    ...commonOf(row),
    text: row.text ?? '',
    title: row.title,
    editedAt: row.status === 'DONE' ? row.finishedAt : null,
  }));
}

function commonOf(row: ChangeRow) {
  const { id, status, createdAt: requestedAt, requestedByUserId, errorCode: code, errorMessage } = row;
  const error = code === null ? null : { code, message: errorMessage ?? '' };
  return { id, status, requestedAt, requestedByUserId, error };
}
