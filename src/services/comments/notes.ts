import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import type { Queryable, Tx } from '../../db/client.js';
import { commentNotes, comments, users } from '../../db/schema/index.js';
import { notesPerCommentMax } from '../../domain/comments.js';
import { notFound } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { authorizeWorkspace, requireMember } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { readInReach } from './internal/read-in-reach.js';
import { readConversationIds } from './internal/thread.js';
import type { CommentNoteView } from './types.js';

/** Lists the notes about all comments of a conversation. Reviewers, who may be clients, cannot read them. */
export async function listNotes(
  ctx: RequestContext,
  { commentId, ...request }: PageRequest & { commentId: string },
): Promise<Page<CommentNoteView>> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  const ids = await readConversationIds(ctx.db, comment);
  const scope = JSON.stringify(['comment-notes', commentId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, commentNotes);
  const rows = await selectNotes(ctx.db)
    .where(and(anyOf(commentNotes.commentId, ids), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, (row) => row);
}

export async function addNote(
  ctx: RequestContext,
  { commentId, text }: { commentId: string; text: string },
): Promise<CommentNoteView> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  return ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, comment.workspaceId, 'writePosts');
    await touch(tx, ctx, commentId);
    await requireRoom(tx, commentId);
    const id = ctx.newId('commentNote');
    const authorUserId = requireMember(ctx).userId;
    await tx.insert(commentNotes).values({ id, commentId, authorUserId, text, createdAt: ctx.clock.now() });
    const [note] = await selectNotes(tx).where(eq(commentNotes.id, id));
    if (note === undefined) throw notFound();
    return note;
  });
}

/** Deletes a note. Its author may do this, and those who manage the workspace. */
export async function deleteNote(
  ctx: RequestContext,
  { commentId, noteId }: { commentId: string; noteId: string },
): Promise<void> {
  const { comment } = await readInReach(ctx, commentId, 'writePosts');
  const { workspaceId } = comment;
  await ctx.db.transaction(async (tx) => {
    const { reach } = await holdRights(tx, ctx, workspaceId, 'writePosts');
    await touch(tx, ctx, commentId);
    const isNote = and(eq(commentNotes.id, noteId), eq(commentNotes.commentId, commentId));
    const [note] = await tx.select({ by: commentNotes.authorUserId }).from(commentNotes).where(isNote);
    if (note === undefined) throw notFound();
    if (note.by !== requireMember(ctx).userId) authorizeWorkspace(reach, workspaceId, 'manageWorkspace');
    await tx.delete(commentNotes).where(isNote);
  });
}

const selectNotes = (q: Queryable) =>
  q
    .select({
      id: commentNotes.id,
      commentId: commentNotes.commentId,
      author: { userId: users.id, name: users.name },
      text: commentNotes.text,
      createdAt: commentNotes.createdAt,
    })
    .from(commentNotes)
    .leftJoin(users, eq(users.id, commentNotes.authorUserId));

/** Marks the comment as changed, so that open pages show its notes. It may have been deleted since it was read. */
async function touch(tx: Tx, { clock }: RequestContext, commentId: string): Promise<void> {
  const touched = await tx
    .update(comments)
    .set({ updatedAt: clock.now() })
    .where(eq(comments.id, commentId))
    .returning({ id: comments.id });
  if (touched.length === 0) throw notFound();
}

async function requireRoom(tx: Tx, commentId: string): Promise<void> {
  const stored = await tx.$count(commentNotes, eq(commentNotes.commentId, commentId));
  requireCount({
    wanted: stored + 1,
    max: notesPerCommentMax,
    owner: 'A comment',
    things: 'notes',
    code: 'too_many_notes',
    path: '',
  });
}
