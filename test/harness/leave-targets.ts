import { eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../src/db/client.js';
import { publications, targets } from '../../src/db/schema/index.js';
import type { TargetErrorCode } from '../../src/domain/target-errors.js';
import { asTarget, type PublicationRow } from '../../src/services/post-records/records.js';
import { newComment } from '../../src/services/post-records/new-rows.js';

export interface TargetFields extends Partial<typeof targets.$inferInsert> {
  /** The columns in the row of the target's first comment. */
  comment?: Partial<PublicationRow>;
}

/** Leaves targets, and the rows of their first comments, as a run would have left them. Returns their ids. */
export async function leaveTargets(
  q: Queryable,
  which: SQL | undefined,
  { comment, ...fields }: TargetFields,
): Promise<string[]> {
  const rows =
    Object.keys(fields).length === 0
      ? await q.select().from(targets).where(which)
      : await q.update(targets).set(fields).where(which).returning();
  for (const row of rows) {
    if (row.firstComment === null) continue;
    const wanted = { ...newComment(asTarget(row)), ...comment };
    const { id, status } = publications;
    await q
      .insert(publications)
      .values(wanted)
      .onConflictDoUpdate(
        comment === undefined
          ? { target: id, set: { status: wanted.status }, setWhere: eq(status, 'SCHEDULED') }
          : { target: id, set: comment },
      );
  }
  return rows.map(({ id }) => id);
}

export const failedComment = (errorCode: TargetErrorCode | null, errorMessage = 'what happened') =>
  ({ status: 'FAILED', errorCode, errorMessage }) as const;

/** Reads the row of a target's first comment. */
export async function commentOf(q: Queryable, targetId: string): Promise<PublicationRow> {
  const [row] = await q.select().from(publications).where(eq(publications.targetId, targetId));
  if (row === undefined) throw new Error(`${targetId} has no first comment`);
  return row;
}
