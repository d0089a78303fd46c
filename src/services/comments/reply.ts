import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { comments } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { claimReference, findReferencedReply } from '../post-records/client-references.js';
import { awaitRun } from '../post-runs/await-run.js';
import { startStagedRun } from '../post-runs/stage-run.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { checkAnswerable, checkReplyText } from './internal/check-reply.js';
import { insertReply, newReply } from './internal/new-reply.js';
import { readInReach } from './internal/read-in-reach.js';
import { checkNotSent, findOpenReply, repeatReply } from './internal/repeat-reply.js';
import type { CommentView } from './types.js';
import { readCommentRecords, readCommentView, type CommentRecord } from './view.js';

export interface ReplyInput {
  commentId: string;
  text: string;
  /** A repeated request with the same reference returns the reply of the first one. */
  clientReferenceId: string | null;
  /** Whether to send the same text again if an earlier reply may be public but a look-up does not find it. */
  republishUnconfirmed?: boolean;
  /** Whether a user has said that the unconfirmed reply is not public. */
  isAnswer?: boolean;
}

interface Replied {
  comment: CommentView;
  replayed: boolean;
}

/**
 * Replies to a comment as its account. The reply is published like a post, so Punctual never knowingly sends it twice.
 * Waits a while for the outcome; a reply that is SENDING in the response ends later. A reply needs no approval.
 */
export async function replyToComment(
  caller: RequestContext,
  { commentId, text, clientReferenceId, republishUnconfirmed = false, isAnswer = false }: ReplyInput,
): Promise<Replied> {
  const found = await readInReach(caller, commentId, 'writePosts');
  const { workspaceId, platform } = found.comment;
  const reference = clientReferenceId === null ? null : `reply:${clientReferenceId}`;
  // A repeat is looked for before all checks, because it must find its reply even if the comment is gone by then.
  const earlier = await findEarlier(caller, workspaceId, reference);
  if (earlier !== undefined) return earlier;

  checkAnswerable(caller, found);
  checkReplyText(caller, platform, text);
  const stored = await caller.db.transaction(async (tx) => {
    const ctx = await holdRights(tx, caller, workspaceId, 'writePosts');
    const record = await lockComment(tx, commentId);
    const open = await findOpenReply(tx, record, text);
    const id = open?.status === 'UNCONFIRMED' ? open.publicationId : ctx.newId('target');
    const claim = { id, workspaceId, createdAt: ctx.clock.now() };
    if (!(await claimReference(tx, claim, reference))) return undefined;
    await ctx.bind?.(tx, id);
    const externalCommentId = checkAnswerable(ctx, record);
    if (open !== undefined) return repeatReply(tx, ctx, open, { republishUnconfirmed, isAnswer });
    if (republishUnconfirmed) await checkNotSent(tx, record, text);
    const reply = await newReply(tx, ctx, { id, comment: record.comment, externalCommentId, text });
    return { id: reply.comment.id, start: await insertReply(tx, ctx, reply) };
  });
  if (stored === undefined) return twinOf(caller, workspaceId, reference);
  await startStagedRun(caller, stored.start);
  await awaitRun(caller, stored.start.postId);
  return { comment: await readCommentView(caller.db, caller, stored.id), replayed: false };
}

/** Locks the comment, so that concurrent replies to it are handled one after the other. */
async function lockComment(tx: Tx, commentId: string): Promise<CommentRecord> {
  await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, commentId)).for('no key update');
  const [record] = await readCommentRecords(tx, { where: eq(comments.id, commentId) });
  // The comment may have been deleted for good since it was read.
  if (record === undefined) throw notFound();
  return record;
}

/** Returns the reply of a concurrent request with the same reference that was faster. */
async function twinOf(ctx: RequestContext, workspaceId: string, reference: string | null): Promise<Replied> {
  const twin = await findEarlier(ctx, workspaceId, reference);
  if (twin === undefined) throw new AppError('RETRY', 'The same reply is being stored. Try again.', {});
  return twin;
}

/** Returns the reply of an earlier request with the same reference. The sweep starts its run if necessary. */
async function findEarlier(
  ctx: RequestContext,
  workspaceId: string,
  reference: string | null,
): Promise<Replied | undefined> {
  const earlier = reference === null ? undefined : await findReferencedReply(ctx, workspaceId, reference);
  if (earlier === undefined) return undefined;
  await awaitRun(ctx, earlier.publicationId);
  return { comment: await readCommentView(ctx.db, ctx, earlier.commentId), replayed: true };
}
