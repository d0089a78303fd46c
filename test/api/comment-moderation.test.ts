import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog, commentFeeds, comments, socialAccounts } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { tokenPair } from '../../src/sandbox/tokens.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { mintPage, mintPageComment, type CommentedPage } from '../harness/commented-page.js';
import { mintComment } from '../harness/comments.js';
import { connectAccount } from '../harness/connect-account.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const sandbox = await startTestSandbox();
const safeFetch = createSafeFetch();
afterAll(async () => {
  await sandbox.close();
  await safeFetch[Symbol.asyncDispose]();
});
const pathOf = new Map(platformDefinitions.map(({ name, path }) => [name, path]));
const api = useTestApi({
  platforms: createPlatforms({
    definitions: platformDefinitions,
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  }),
  publishing: { platformBaseUrl: (name) => `${sandbox.url}/${pathOf.get(name) ?? ''}` },
});
const tenant = useTenant(api, { each: true });

let page: CommentedPage;
beforeEach(async () => {
  page = await mintPage(api, tenant.workspaceId);
});
const visitor = (text: string): Promise<string> => mintPageComment(api, tenant, page, text);

/** Returns the platform's comments by text, and whether each is hidden. */
async function there(): Promise<Record<string, boolean>> {
  const answer = await fetch(`${sandbox.url}/publications?platform=FACEBOOK_PAGE&accountId=${page.pageId}`);
  const { data } = (await answer.json()) as { data: { comments: { text: string; isHidden: boolean }[] }[] };
  return Object.fromEntries((data[0]?.comments ?? []).map(({ text, isHidden }) => [text, isHidden]));
}

const hide = (id: string): Promise<Answer> => api.as(tenant).post(`/comments/${id}/hide`);
const unhide = (id: string): Promise<Answer> => api.as(tenant).post(`/comments/${id}/unhide`);
const remove = (id: string): Promise<Answer> => api.as(tenant).delete(`/comments/${id}`);
const shown = async (id: string): Promise<Answer> => api.as(tenant).get(`/comments/${id}`);
const rowOf = async (id: string) => (await api.deps.db.select().from(comments).where(eq(comments.id, id)))[0];
const actionsOn = async (id: string): Promise<string[]> =>
  (
    await api.deps.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.createdAt, auditLog.id)
  ).map(({ action }) => action);

describe('a comment by another person', () => {
  it('is hidden on the platform, and shown again', async () => {
    const id = await visitor('rude');
    expect((await shown(id)).body).toMatchObject({ canHide: true, canDelete: true, hiddenAt: null });
    const hidden = await hide(id);
    expect([hidden.status, hidden.text]).toEqual([200, hidden.text]);
    expect(hidden.body).toMatchObject({ id, canHide: true, deletedAt: null });
    expect(field(hidden, 'hiddenAt')).toEqual(expect.any(String));
    expect(await there()).toEqual({ rude: true });
    expect(field(await hide(id), 'hiddenAt')).toBe(field(hidden, 'hiddenAt'));
    expect(field(await unhide(id), 'hiddenAt')).toBeNull();
    expect(await there()).toEqual({ rude: false });
    expect(await actionsOn(id)).toEqual(['comment.hidden', 'comment.unhidden']);
  });

  it('is read again after a change, even if its list then looks as it did before', async () => {
    const id = await visitor('rude');
    const { socialAccountId, externalPostId } = page;
    const publishedAt = new Date();
    const feed = { socialAccountId, externalPostId, platform: 'FACEBOOK_PAGE', publishedAt } as const;
    await api.deps.db
      .insert(commentFeeds)
      .values({ ...feed, workspaceId: tenant.workspaceId, digest: 'as before' });
    expect((await hide(id)).status).toBe(200);
    const feeds = api.deps.db.select().from(commentFeeds);
    expect(await feeds.where(eq(commentFeeds.externalPostId, externalPostId))).toMatchObject([
      { digest: null },
    ]);
  });

  it('is deleted on the platform, and a repeat changes nothing', async () => {
    const id = await visitor('spam');
    expect((await remove(id)).status).toBe(204);
    expect(await there()).toEqual({});
    expect((await shown(id)).body).toMatchObject({ canHide: false, canDelete: false, canReply: false });
    expect(field(await shown(id), 'deletedAt')).toEqual(expect.any(String));
    expect((await remove(id)).status).toBe(204);
    expect(await actionsOn(id)).toEqual(['comment.deleted']);
    expect(codeOf(await hide(id))).toBe('INVALID_STATE');
  });

  it('counts as deleted if it is already gone, until a read finds it, and then cannot be hidden', async () => {
    const id = await visitor('gone');
    const row = await rowOf(id);
    const body = JSON.stringify({
      platform: 'FACEBOOK_PAGE',
      externalCommentId: row?.externalCommentId,
    });
    await fetch(`${sandbox.url}/comments/delete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(codeOf(await hide(id))).toBe('INVALID_STATE');
    expect(await rowOf(id)).toMatchObject({ hiddenAt: null, deletedAt: null });
    expect((await remove(id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ deletedAt: expect.any(Date) as Date, removedAt: null });
  });
});

describe('a change that the platform does not confirm', () => {
  const unchanged = async (id: string): Promise<void> => {
    expect(await rowOf(id)).toMatchObject({ hiddenAt: null, deletedAt: null, removedAt: null });
    expect(await actionsOn(id)).toEqual([]);
  };

  it('is reported with the platform’s words if it was refused, and nothing is stored', async () => {
    const id = await visitor('[sandbox:reject] no');
    for (const answer of [await hide(id), await remove(id)]) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'INVALID_STATE']);
      expect(field(answer, 'message')).toContain('refused by the sandbox');
      expect(field(answer, 'platformMessage')).toContain('refused by the sandbox');
      expect(field(answer, 'status')).toBe('RECEIVED');
    }
    await unchanged(id);
  });

  it('can be repeated if the response was lost or the rate was limited', async () => {
    const lost = await visitor('[sandbox:drop-after-accept] rude');
    const first = await hide(lost);
    expect([first.status, codeOf(first)]).toEqual([503, 'RETRY']);
    expect(field(first, 'message')).toContain('safe to try again');
    await unchanged(lost);
    expect((await hide(lost)).status).toBe(200);

    const limited = await visitor('[sandbox:rate-limit] rude');
    const second = await remove(limited);
    expect([second.status, codeOf(second)]).toEqual([503, 'RETRY']);
    expect(field(second, 'retryAfterMs')).toBe(2_000);
    await unchanged(limited);
    expect((await remove(limited)).status).toBe(204);
  });

  it('requires the account to be connected again if the access has ended', async () => {
    const id = await visitor('rude');
    const form = new URLSearchParams({ platform: 'FACEBOOK_PAGE', accountId: page.pageId });
    await fetch(`${sandbox.url}/grants/revoke`, { method: 'POST', body: form, redirect: 'manual' });
    const answer = await hide(id);
    expect([answer.status, codeOf(answer)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
    const [account] = await api.deps.db
      .select()
      .from(socialAccounts)
      .where(eq(socialAccounts.id, page.socialAccountId));
    expect(account?.status).toBe('TOKEN_EXPIRED');
    await unchanged(id);
    expect((await shown(id)).body).toMatchObject({ canHide: false, canDelete: false });
    expect(codeOf(await hide(id))).toBe('PLATFORM_AUTH_FAILED');
  });
});

describe('a comment that cannot be changed', () => {
  it('is refused on a platform without such calls, and if the account itself wrote it', async () => {
    const onBluesky = await mintComment(api, tenant);
    expect((await shown(onBluesky)).body).toMatchObject({ canHide: false });
    const refused = await hide(onBluesky);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'INVALID_STATE']);
    expect(field(refused, 'message')).toContain('does not allow apps to hide');

    const { socialAccountId } = page;
    const ours = await mintComment(api, tenant, { socialAccountId, mine: true });
    expect((await shown(ours)).body).toMatchObject({ canHide: false, canDelete: true });
    expect(codeOf(await hide(ours))).toBe('INVALID_STATE');
  });

  const connect = async (platform: 'THREADS' | 'X', scopes?: string[]): Promise<string> => {
    const { account } = await connectAccount(api.deps, {
      workspaceId: tenant.workspaceId,
      platform,
      externalAccountId: '1',
      handle: 'somebody',
      displayName: null,
      serviceUrl: null,
      sandbox: true,
      credentials: tokenPair('1', 0),
      allowReplace: false,
      ...(scopes && { scopes }),
    });
    return account.id;
  };

  it('is refused on Threads if it replies to another comment', async () => {
    const socialAccountId = await connect('THREADS');
    const [top, below] = await Promise.all([
      mintComment(api, tenant, { socialAccountId }),
      mintComment(api, tenant, { socialAccountId, parentExternalId: 'another' }),
    ]);
    expect((await shown(top)).body).toMatchObject({ canHide: true, canDelete: false });
    expect((await shown(below)).body).toMatchObject({ canHide: false });
    expect(codeOf(await hide(below))).toBe('INVALID_STATE');
  });

  it('is refused on X if the account was connected without the permission', async () => {
    const socialAccountId = await connect('X', ['tweet.read', 'tweet.write']);
    const id = await mintComment(api, tenant, { socialAccountId });
    expect((await shown(id)).body).toMatchObject({ canHide: false });
    const refused = await hide(id);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'INVALID_STATE']);
    expect(field(refused, 'message')).toContain('without the permission');
    await api.deps.db
      .update(socialAccounts)
      .set({ scopes: ['tweet.moderate.write'] })
      .where(eq(socialAccounts.id, socialAccountId));
    expect((await shown(id)).body).toMatchObject({ canHide: true });
  });

  it('is refused to members who may not reply', async () => {
    const id = await visitor('rude');
    const { key } = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const path = `/comments/${id}`;
    const answers = [
      await api.as({ key }).post(`${path}/hide`),
      await api.as({ key }).post(`${path}/unhide`),
      await api.as({ key }).delete(path),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('INSUFFICIENT_ROLE'));
    expect(await there()).toEqual({ rude: false });
  });
});

it('GET /platforms says which changes each platform supports', async () => {
  const { data } = (await api.as(tenant).get('/platforms')).body as {
    data: { platform: string; comments: { hide: boolean; delete: string | null } }[];
  };
  const of = (name: string) => data.find(({ platform }) => platform === name)?.comments;
  expect(of('FACEBOOK_PAGE')).toMatchObject({ hide: true, delete: 'ALL' });
  expect(of('PINTEREST')).toMatchObject({ hide: false, delete: null });
});
