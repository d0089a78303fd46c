import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { changes, targets } from '../../../db/schema/index.js';
import { recordAudit } from '../../audit/record.js';
import type { ChangeRow } from '../../post-records/changes.js';
import type { PostRecord } from '../../post-records/records.js';
import type { RequestContext } from '../../shared/context.js';
import type { ChangePublicationStart } from '../../shared/workflow-starter.js';
import { callerOf, recordEvents, type TimelineEntry } from '../../timeline/record.js';
import { stageChange } from '../start-change.js';

/**
 * The edits of public targets that wait for an approval. While the post itself waits for one, that approval comes
 * first, so that each decision is about one thing.
 */
export function waitingEdits({ post, changes: rows }: PostRecord): ChangeRow[] {
  return post.status === 'NEEDS_APPROVAL' ? [] : rows.filter(({ status }) => status === 'NEEDS_APPROVAL');
}

/** Rejects a waiting edit, and returns its timeline entry. */
export async function rejectEdit(
  tx: Tx,
  { clock }: Pick<RequestContext, 'clock'>,
  { id, kind, publicationId: targetId }: ChangeRow,
  reason: string | null,
): Promise<TimelineEntry> {
  const now = clock.now();
  await tx
    .update(changes)
    .set({ status: 'REJECTED', finishedAt: now, updatedAt: now })
    .where(eq(changes.id, id));
  const detail = { change: { id, kind }, ...(reason !== null && { rejectionReason: reason }) };
  return { kind: 'EDIT_REJECTED', targetId, detail };
}

/** Approves or rejects the waiting edits of a locked post. Returns the runs to start. */
export async function reviewEdits(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  verdict: { isApproved: true } | { isApproved: false; reason: string | null },
): Promise<ChangePublicationStart[]> {
  const starts: ChangePublicationStart[] = [];
  const entries: TimelineEntry[] = [];
  const now = ctx.clock.now();
  for (const change of waitingEdits(record)) {
    const { id, kind, publicationId: targetId } = change;
    if (verdict.isApproved) {
      starts.push(await stageChange(tx, ctx, change));
      entries.push({ kind: 'EDIT_APPROVED', targetId, detail: { change: { id, kind } } });
    } else entries.push(await rejectEdit(tx, ctx, change, verdict.reason));
    await tx.update(targets).set({ updatedAt: now }).where(eq(targets.id, targetId));
  }
  await recordEvents(tx, ctx, record.post.id, callerOf(ctx), entries);
  await recordAudit(tx, ctx, {
    workspaceId: record.post.workspaceId,
    action: verdict.isApproved ? 'post.approved' : 'post.rejected',
    subject: { id: record.post.id, name: null },
    changes: [{ field: 'edits', from: null, to: entries.length }],
  });
  return starts;
}
