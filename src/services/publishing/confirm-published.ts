import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { publications, publishAttempts } from '../../db/schema/index.js';
import { validationFailed } from '../../domain/errors.js';
import { publicationIdOf } from '../../domain/workflow-contract.js';
import { closeAttempt } from '../attempts/close-attempt.js';
import { mayBePublic, type AttemptRow } from '../attempts/last-attempts.js';
import { recordResolution } from '../audit/resolution.js';
import { targetOf, type PublicationRow, type Subject, type TargetRow } from '../post-records/records.js';
import type { RequestContext } from '../shared/context.js';
import type { DeliverWebhookStart } from '../shared/workflow-starter.js';
import { callerOf, recordEvents, type TimelineEntry } from '../timeline/record.js';
import { correctInTransaction } from './internal/correct-post.js';
import { isTaken } from './internal/record-success.js';

/** The publication that a user has seen on the platform. */
export interface SeenPublication {
  externalPostId: string | null;
  externalUrl: string | null;
  /** The run that sends the first comment. Null if there is no comment to send. */
  commentRunId: string | null;
  /** The comment of a reply. */
  commentId?: string;
}

/** Whether only a user can say whether the publication is public. */
export function isUnconfirmed({ status, errorCode }: Pick<PublicationRow, 'status' | 'errorCode'>): boolean {
  return status === 'FAILED' && errorCode === 'PUBLISH_UNCONFIRMED';
}

/**
 * Records a user's statement that an unconfirmed target, a part of it, or a reply is public, and updates the post or the
 * reply's comment. The caller has locked the row of the post or the reply. If a success was recorded since the target was read, that success is kept and this changes nothing. The
 * caller starts the returned deliveries after the commit.
 */
export async function confirmPublished(
  tx: Tx,
  ctx: RequestContext,
  { post, target, publication = target }: { post: Subject; target: TargetRow; publication?: PublicationRow },
  seen: SeenPublication,
): Promise<DeliverWebhookStart[]> {
  const last = await lockLastAttempt(tx, publication.id);
  if (!(await markPublic(tx, ctx, publication, seen, last))) return [];
  if (last !== undefined && mayBePublic(last)) await closeAs(tx, ctx, last, seen);
  const { externalPostId, externalUrl, commentRunId: workflowId, commentId } = seen;
  const named = {
    ...(externalUrl !== null && { externalUrl }),
    ...(externalPostId !== null && { externalPostId }),
  };
  const told: TimelineEntry[] = [
    { kind: 'RESOLVED', detail: { isPublished: true, ...named } },
    { kind: 'PUBLISHED', detail: { step: publication.step } },
    ...(workflowId === null ? [] : [{ kind: 'COMMENT_RETRIED' as const, detail: { workflowId } }]),
  ];
  const entries = told.map((entry) => ({ ...entry, targetId: target.id }));
  await recordEvents(tx, ctx, post.id, callerOf(ctx), entries);
  const of =
    commentId === undefined ? { post, targetId: target.id } : { workspaceId: post.workspaceId, commentId };
  await recordResolution(tx, ctx, of, { isPublished: true, ...named });
  return correctInTransaction(tx, ctx, post);
}

/** Locks the last attempt. This happens before the target is locked, in the order that `recordSuccess` uses. */
async function lockLastAttempt(tx: Tx, publicationId: string): Promise<AttemptRow | undefined> {
  const [last] = await tx
    .select()
    .from(publishAttempts)
    .where(eq(publishAttempts.publicationId, publicationId))
    .orderBy(desc(publishAttempts.number))
    .limit(1)
    .for('no key update');
  return last;
}

/** Marks the publication as PUBLISHED. Returns false if a success was recorded since it was read. */
async function markPublic(
  tx: Tx,
  { clock }: RequestContext,
  publication: PublicationRow,
  { externalPostId, externalUrl, commentRunId }: SeenPublication,
  last: AttemptRow | undefined,
): Promise<boolean> {
  const now = clock.now();
  const rows = await tx
    .update(publications)
    .set({
      status: 'PUBLISHED',
      // The start of the call is the best known time of publication.
      publishedAt: last?.startedAt ?? now,
      publishedCaption: last?.sentText ?? null,
      externalPostId,
      externalUrl,
      errorCode: null,
      errorMessage: null,
      // The mark makes the correction of the post, later in this transaction, send the event; the correction clears it.
      correctionOwedSince: now,
      updatedAt: now,
    })
    .where(
      and(
        eq(publications.id, publication.id),
        eq(publications.status, 'FAILED'),
        eq(publications.errorCode, 'PUBLISH_UNCONFIRMED'),
      ),
    )
    .returning({ id: publications.id });
  if (rows.length > 0 && commentRunId !== null)
    await tx
      .update(publications)
      .set({ runId: commentRunId, runSince: now })
      .where(
        eq(publications.id, publicationIdOf({ targetId: targetOf(publication), step: 'FIRST_COMMENT' })),
      );
  return rows.length > 0;
}

/** Assigns the publication to the last attempt, so that no look-up of another call adopts it. */
async function closeAs(
  tx: Tx,
  ctx: RequestContext,
  last: AttemptRow,
  { externalPostId, externalUrl }: SeenPublication,
): Promise<void> {
  const published = externalPostId === null ? null : { externalPostId, externalUrl, reference: null };
  try {
    await closeAttempt(tx, ctx, last.id, { outcome: 'PUBLISHED', ...(published && { published }) });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const message = 'This URL is that of another post which Punctual has published.';
    throw validationFailed([{ path: 'externalUrl', code: 'belongs_to_another_post', message }]);
  }
}
