import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { savedReplies } from '../../db/schema/index.js';
import { savedRepliesPerWorkspaceMax } from '../../domain/comments.js';
import { notFound } from '../../domain/errors.js';
import type { RequestContext } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';

export type SavedReplyView = typeof savedReplies.$inferSelect;

interface Content {
  name: string;
  text: string;
}

export async function listSavedReplies(
  ctx: RequestContext,
  { workspaceId, ...request }: PageRequest & { workspaceId: string },
): Promise<Page<SavedReplyView>> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  const scope = JSON.stringify(['saved-replies', workspaceId]);
  const keyset = createdAtKeyset(ctx.cursorKey, request, scope, savedReplies);
  const rows = await ctx.db
    .select()
    .from(savedReplies)
    .where(and(eq(savedReplies.workspaceId, workspaceId), keyset.after))
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, (row) => row);
}

export async function createSavedReply(
  ctx: RequestContext,
  { workspaceId, name, text }: Content & { workspaceId: string },
): Promise<SavedReplyView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    await holdRights(tx, ctx, workspaceId, 'writePosts');
    await requireRoom(tx, workspaceId);
    const now = ctx.clock.now();
    const row = { id: ctx.newId('savedReply'), workspaceId, name, text, createdAt: now, updatedAt: now };
    await tx.insert(savedReplies).values(row);
    return row;
  });
}

export async function updateSavedReply(
  ctx: RequestContext,
  { workspaceId, savedReplyId, ...changes }: Partial<Content> & { workspaceId: string; savedReplyId: string },
): Promise<SavedReplyView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  return ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, workspaceId, 'writePosts');
    const [row] = await tx
      .update(savedReplies)
      .set({ ...changes, updatedAt: ctx.clock.now() })
      .where(isReply(workspaceId, savedReplyId))
      .returning();
    if (row === undefined) throw notFound();
    return row;
  });
}

export async function deleteSavedReply(
  ctx: RequestContext,
  { workspaceId, savedReplyId }: { workspaceId: string; savedReplyId: string },
): Promise<void> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  await ctx.db.transaction(async (tx) => {
    await holdRights(tx, ctx, workspaceId, 'writePosts');
    const { id } = savedReplies;
    const gone = await tx.delete(savedReplies).where(isReply(workspaceId, savedReplyId)).returning({ id });
    if (gone.length === 0) throw notFound();
  });
}

const isReply = (workspaceId: string, id: string) =>
  and(eq(savedReplies.id, id), eq(savedReplies.workspaceId, workspaceId));

async function requireRoom(tx: Tx, workspaceId: string): Promise<void> {
  const stored = await tx.$count(savedReplies, eq(savedReplies.workspaceId, workspaceId));
  requireCount({
    wanted: stored + 1,
    max: savedRepliesPerWorkspaceMax,
    owner: 'A workspace',
    things: 'saved replies',
    code: 'too_many_saved_replies',
    path: '',
  });
}
