import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, socialAccounts } from '../../src/db/schema/index.js';
import { publish } from '../comments/reading-support.js';
import { push, pushBody, pushedPlatforms, verifyToken } from '../harness/pushes.js';
import { mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi({ platforms: pushedPlatforms() });
const closed = useTestApi();
const tenant = useTenant(api);
beforeEach(() => {
  api.starter.commentReads.length = 0;
  api.starter.failing = false;
});

function ask(path: string, query: Record<string, string>, at: { url: string } = api): Promise<Response> {
  return fetch(`${at.url}/platform-webhooks/${path}?${new URLSearchParams(query).toString()}`);
}
const question = {
  'hub.mode': 'subscribe',
  'hub.verify_token': verifyToken,
  'hub.challenge': '1158201444',
};

describe.each(['instagram', 'facebook-page', 'threads'])('the push URL of %s', (path) => {
  it('is confirmed for the platform if the token is right', async () => {
    const answer = await ask(path, question);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('1158201444');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['with another token', { 'hub.verify_token': `${verifyToken}x` }],
    ['with a part of the token', { 'hub.verify_token': verifyToken.slice(0, -1) }],
    ['without a token', { 'hub.verify_token': '' }],
    ['in another mode', { 'hub.mode': 'unsubscribe' }],
    ['with a page to echo', { 'hub.challenge': '<script>alert(1)</script>' }],
    ['with too much to echo', { 'hub.challenge': '1'.repeat(257) }],
    ['with nothing to echo', { 'hub.challenge': '' }],
  ])('refuses the confirmation %s', async (_how, more) => {
    const answer = await ask(path, { ...question, ...more });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toBe('The verify token is missing or wrong.');
  });

  it('does not exist if the app has no secret', async () => {
    expect((await ask(path, question, closed)).status).toBe(404);
    expect((await push(closed, path, '{}')).status).toBe(404);
  });
});

it.each(['bluesky', 'x', 'youtube', 'nowhere', 'constructor', '%ff'])('%s has no push URL', async (path) => {
  expect((await ask(path, question)).status).toBe(404);
  expect((await push(api, path, '{}')).status).toBe(404);
});

describe('a push from a platform', () => {
  const newId = (): string => BigInt(`0x${randomBytes(7).toString('hex')}`).toString();
  /** Creates an account of the tenant on Threads, with its own id. */
  async function account(at = tenant): Promise<{ accountId: string; externalAccountId: string }> {
    const accountId = at.accountIds[2];
    const externalAccountId = newId();
    await setAccount(accountId, { externalAccountId });
    return { accountId, externalAccountId };
  }
  const setAccount = (id: string, values: Partial<typeof socialAccounts.$inferInsert>) =>
    api.deps.db.update(socialAccounts).set(values).where(eq(socialAccounts.id, id));
  const feeds = (externalPostId: string) =>
    api.deps.db.select().from(commentFeeds).where(eq(commentFeeds.externalPostId, externalPostId));
  const say = (externalAccountId: string, postId: string) =>
    push(api, 'threads', pushBody.threads(externalAccountId, postId));
  const publishAt = async () => {
    const ctx = { actor: { userId: tenant.userId } };
    return publish(api.deps, { ...tenant, ctx } as never, { account: 2, agoMs: 30 * 24 * 60 * 60_000 });
  };

  it('causes the comments of a post to be read at once, whatever the age of the post', async () => {
    const { accountId, externalAccountId } = await account();
    const { externalPostId, targetId } = await publishAt();
    const answer = await say(externalAccountId, externalPostId);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    const [feed] = await feeds(externalPostId);
    expect(feed).toMatchObject({ socialAccountId: accountId, targetId });
    expect(feed?.dueAt?.getTime()).toBeLessThanOrEqual(api.clock.now().getTime());
    expect(api.starter.commentReads).toEqual([accountId]);
  });

  it('causes the comments of a post that we did not publish to be read', async () => {
    const { externalAccountId } = await account();
    const postId = newId();
    await say(externalAccountId, postId);
    expect(await feeds(postId)).toMatchObject([{ targetId: null }]);
  });

  it('starts one read for a burst of pushes, and marks all their posts as due', async () => {
    const { accountId, externalAccountId } = await account();
    const other = await mintTenant(api);
    await setAccount(other.accountIds[2], { externalAccountId: newId() });
    const posts = Array.from({ length: 5 }, newId);
    // A minute later, the reads that earlier tests started no longer count.
    api.clock.shiftMs += 60_000;
    for (const postId of posts) expect((await say(externalAccountId, postId)).status).toBe(200);
    expect(api.starter.commentReads).toEqual([accountId]);
    for (const postId of posts) expect(await feeds(postId)).toHaveLength(1);
    api.clock.shiftMs += 10_000;
    await say(externalAccountId, posts[0] ?? '');
    expect(api.starter.commentReads).toEqual([accountId, accountId]);
  });

  it('applies to every workspace that has connected the account and reads its comments', async () => {
    const { accountId, externalAccountId } = await account();
    const [reads, silent, gone] = [await mintTenant(api), await mintTenant(api), await mintTenant(api)];
    await setAccount(reads.accountIds[2], { externalAccountId });
    await setAccount(silent.accountIds[2], { externalAccountId, readsComments: false });
    await setAccount(gone.accountIds[2], { externalAccountId, deletedAt: api.clock.now() });
    const postId = newId();
    api.clock.shiftMs += 60_000;
    await say(externalAccountId, postId);
    const ids = [accountId, reads.accountIds[2]].sort();
    expect((await feeds(postId)).map(({ socialAccountId }) => socialAccountId).sort()).toEqual(ids);
    expect([...api.starter.commentReads].sort()).toEqual(ids);
  });

  it('does nothing for an account that is not connected', async () => {
    const postId = newId();
    expect((await say(newId(), postId)).status).toBe(200);
    expect(await feeds(postId)).toEqual([]);
    expect(api.starter.commentReads).toEqual([]);
  });

  it('is accepted while Temporal is down, and the sweep reads the due posts', async () => {
    const { externalAccountId } = await account();
    api.clock.shiftMs += 60_000;
    api.starter.failing = true;
    const postId = newId();
    expect((await say(externalAccountId, postId)).status).toBe(200);
    expect(await feeds(postId)).toHaveLength(1);
  });
});
