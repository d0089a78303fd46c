import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  auditLog,
  comments,
  mediaAssets,
  posts,
  sessions,
  users,
  webhookEvents,
  workspaces,
} from '../../src/db/schema/index.js';
import { codeBlock, readPage } from '../guides/page.js';
import { mintComment } from '../harness/comments.js';
import { addImage } from '../harness/assets.js';
import { mintSession, mintWorkspaceOf } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });
const data = readPage('data.md');

/** Runs a block of SQL from the page as an operator would, with ids in place of the dots. */
async function run(block: string, ids: Record<string, string>): Promise<Record<string, unknown>[]> {
  const filled = Object.entries(ids).reduce(
    (text, [dots, id]) => text.replaceAll(`'${dots}'`, `'${id}'`),
    block,
  );
  expect(filled).not.toContain('…');
  // The pool begins the transaction itself.
  const inside = filled.replaceAll(/^(begin|commit);$/gm, '');
  return api.deps.db.transaction(async (tx) => [...(await tx.execute(sql.raw(inside)))]);
}

describe('docs/data.md: the SQL for the comments of one author', () => {
  let theirs: string;
  let event: typeof webhookEvents.$inferInsert;

  const eventOf = (commentId: string, id: string): typeof webhookEvents.$inferInsert => ({
    id: `${id}-${tenant.workspaceId}`,
    workspaceId: tenant.workspaceId,
    type: 'comment.received',
    socialAccountId: tenant.accountIds[0],
    payload: JSON.stringify({ type: 'comment.received', data: { comment: { id: commentId } } }),
    createdAt: new Date(),
  });

  beforeEach(async () => {
    theirs = await mintComment(api, tenant, { authorExternalId: 'anna', authorHandle: 'anna.berg' });
    event = eventOf(theirs, 'theirs');
    await api.deps.db.insert(webhookEvents).values(event);
  });

  it('finds the author, and deletes only the author’s comments and their events', async () => {
    const { db } = api.deps;
    const another = await mintComment(api, tenant, { authorExternalId: 'bert', authorHandle: 'bert' });
    const reply = await mintComment(api, tenant, { authorExternalId: 'anna', mine: true });
    const kept = eventOf(another, 'kept');
    await db.insert(webhookEvents).values(kept);
    const [account] = tenant.accountIds;
    const found = await run(codeBlock(data, 'sql', 'select distinct'), {});
    expect(found).toContainEqual({
      social_account_id: account,
      author_external_id: 'anna',
      author_handle: 'anna.berg',
      author_name: 'A visitor',
    });
    await run(codeBlock(data, 'sql', 'delete from comments'), { 'acc_…': account, '…': 'anna' });
    const left = await db
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.workspaceId, tenant.workspaceId));
    expect(left.map(({ id }) => id).sort()).toEqual([another, reply].sort());
    const events = await db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(eq(webhookEvents.workspaceId, tenant.workspaceId));
    expect(events).toEqual([{ id: kept.id }]);
  });
});

describe('docs/data.md: the SQL for a user', () => {
  it('removes the personal data but keeps the row, and prevents signing in', async () => {
    const { db } = api.deps;
    const postId = await api.schedule(tenant);
    const session = await mintSession(api, tenant.userId);
    const { workspaceId, userId } = tenant;
    const renamed = await api.as({ session }).patch(`/workspaces/${workspaceId}`, { name: 'Renamed' });
    expect(renamed.status).toBe(200);
    await run(codeBlock(data, 'sql', 'update users'), { 'usr_…': tenant.userId });
    const [user] = await db.select().from(users).where(eq(users.id, tenant.userId));
    expect(user).toMatchObject({ name: 'Deleted user', email: `${tenant.userId}@deleted.invalid` });
    expect(await db.select().from(sessions).where(eq(sessions.userId, tenant.userId))).toEqual([]);
    const recorded = await db.select().from(auditLog).where(eq(auditLog.actorUserId, userId));
    expect(recorded.map(({ actorName }) => actorName)).toEqual(['Deleted user']);
    expect((await api.as(tenant).get(`/posts/${postId}`)).status).toBe(401);
  });
});

describe('docs/data.md: the SQL for the texts of a single post', () => {
  it('deletes them only with a deleted post, and keeps its comments', async () => {
    const { db } = api.deps;
    const [postId, keptId] = [await api.schedule(tenant), await api.schedule(tenant)];
    const commentId = await mintComment(api, tenant, { postId });
    const block = codeBlock(data, 'sql', 'delete from posts');
    const left = async (): Promise<string[]> => {
      const rows = await db
        .select({ id: posts.id })
        .from(posts)
        .where(eq(posts.workspaceId, tenant.workspaceId));
      return rows.map(({ id }) => id).sort();
    };
    await run(block, { 'post_…': postId });
    expect(await left()).toEqual([postId, keptId].sort());
    await db.update(posts).set({ deletedAt: new Date() }).where(eq(posts.id, postId));
    await run(block, { 'post_…': postId });
    expect(await left()).toEqual([keptId]);
    const [comment] = await db.select().from(comments).where(eq(comments.id, commentId));
    expect(comment).toMatchObject({ postId: null });
  });
});

describe('docs/data.md: the SQL for a deleted workspace', () => {
  it('keeps the workspace while posts of other workspaces refer to its media', async () => {
    const { db } = api.deps;
    const { workspaceId: homeId } = tenant;
    const workspaceId = await mintWorkspaceOf(api, tenant.userId);
    const asset = await addImage(api.deps, { workspaceId });
    const postId = await api.draft(tenant, { mediaIds: [asset.id] });
    const deleted = { deletedAt: new Date(), storageKey: null };
    await db.update(mediaAssets).set(deleted).where(eq(mediaAssets.id, asset.id));
    await db.update(workspaces).set({ deletedAt: new Date() }).where(eq(workspaces.id, workspaceId));
    const block = codeBlock(data, 'sql', 'delete from workspaces');
    const rowsOf = (id: string) => db.$count(workspaces, eq(workspaces.id, id));
    await run(block, { 'ws_…': workspaceId });
    expect(await rowsOf(workspaceId)).toBe(1);
    await db.delete(posts).where(eq(posts.id, postId));
    await run(block, { 'ws_…': workspaceId });
    expect([await rowsOf(workspaceId), await rowsOf(homeId)]).toEqual([0, 1]);
  });

  it('deletes the workspace with everything that belongs to it, once its files are deleted', async () => {
    const { db } = api.deps;
    const { workspaceId } = tenant;
    const postId = await api.schedule(tenant);
    await mintComment(api, tenant, { postId });
    const now = new Date();
    await db
      .insert(mediaAssets)
      .values({ id: `med_${workspaceId}`, workspaceId, storageKey: 'key', createdAt: now, updatedAt: now });
    const block = codeBlock(data, 'sql', 'delete from workspaces');
    const isThere = async (): Promise<boolean> =>
      (await db.select().from(workspaces).where(eq(workspaces.id, workspaceId))).length > 0;
    await run(block, { 'ws_…': workspaceId });
    expect(await isThere()).toBe(true);
    await db.update(workspaces).set({ deletedAt: now }).where(eq(workspaces.id, workspaceId));
    await run(block, { 'ws_…': workspaceId });
    expect(await isThere()).toBe(true);
    await db.update(mediaAssets).set({ storageKey: null }).where(eq(mediaAssets.workspaceId, workspaceId));
    await run(block, { 'ws_…': workspaceId });
    expect(await isThere()).toBe(false);
    expect(await db.select().from(posts).where(eq(posts.workspaceId, workspaceId))).toEqual([]);
    expect(await db.select().from(comments).where(eq(comments.workspaceId, workspaceId))).toEqual([]);
  });
});
