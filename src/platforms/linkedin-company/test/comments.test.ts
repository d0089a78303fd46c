import { describe, expect, it } from 'vitest';
import {
  connectorOf,
  publish,
  published,
  startStub,
  textPost,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { ReplyTarget } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const company = connectorOf(definition, { fetch: safeFetch, now: () => new Date('2026-11-21T12:00:00Z') });
const sandbox = useSandbox();

const page = 'urn:li:organization:5005';
const postUrn = 'urn:li:share:77';
const urnOf = (id: number): string => `urn:li:comment:(urn:li:activity:8,${id})`;
const createdAt = Date.UTC(2026, 10, 21, 11, 30);

function session(baseUrl: string): PlatformSession {
  return {
    externalAccountId: page,
    handle: 'acme',
    baseUrl,
    credentials: { accessToken: `sandbox:${page}~0`, refreshToken: 'none' },
  };
}

const comment = (id: number, more: object = {}) => ({
  actor: 'urn:li:person:anna',
  commentUrn: urnOf(id),
  message: { text: `text ${id}` },
  created: { time: createdAt },
  ...more,
});
const answered = { commentsSummary: { aggregatedTotalComments: 1, selectedComments: [] } };
const list = (elements: unknown[], paging: object = {}): StubAnswer => ({
  status: 200,
  body: { elements, paging: { start: 0, count: 100, links: [], ...paging } },
});

async function listed(answer: StubAnswer, cursor: string | null = null) {
  await using stub = await startStub(() => answer);
  const post = { externalPostId: postUrn, reference: null, publishedAt: new Date(createdAt) };
  const read = await company.comments?.list(session(stub.url), post, cursor);
  return { read, next: read?.kind === 'page' ? read.cursor : null, url: stub.requests[0]?.url };
}

const pathOf = (urn: string, start = 0): string =>
  `/rest/socialActions/${encodeURIComponent(urn).replace('(', '%28').replace(')', '%29')}/comments?start=${start}&count=100`;

describe('the comments of a LinkedIn page', () => {
  it('identify their authors only by id', async () => {
    const { read, url } = await listed(list([comment(1), comment(2, { actor: page })]));
    expect(url).toBe(pathOf(postUrn));
    const anna = {
      externalCommentId: urnOf(1),
      parentExternalId: null,
      author: { externalId: 'urn:li:person:anna', handle: null, name: null, avatarUrl: null },
      mine: false,
      canReply: true,
      text: 'text 1',
      postedAt: new Date(createdAt),
      reference: { post: postUrn },
    };
    expect(read).toMatchObject({
      kind: 'page',
      cursor: null,
      comments: [anna, { mine: true, author: { externalId: page, handle: 'acme' } }],
    });
  });

  it('are read before their replies, one list at a time', async () => {
    const first = await listed(
      list([comment(1, answered), comment(2), comment(3, answered)], { total: 150 }),
    );
    const second = await listed(list([comment(4, { parentComment: urnOf(1) })], { total: 101 }), first.next);
    expect(second.url).toBe(pathOf(urnOf(1)));
    expect(second.read).toMatchObject({
      comments: [{ parentExternalId: urnOf(1), reference: { post: postUrn, parentComment: urnOf(1) } }],
    });
    const third = await listed(list([comment(5)]), second.next);
    expect(third.url).toBe(pathOf(urnOf(1), 100));
    const fourth = await listed(list([]), third.next);
    expect(fourth.url).toBe(pathOf(urnOf(3)));
    const fifth = await listed(list([comment(6)]), fourth.next);
    expect(fifth.url).toBe(pathOf(postUrn, 100));
    expect(fifth.next).toBeNull();
  });

  it('have a short cursor, however many of them have replies', async () => {
    const many = Array.from({ length: 100 }, (_, at) => comment(7_000_000_000_000_000 + at, answered));
    const { next } = await listed(list(many));
    expect(next?.length).toBeLessThan(4_000);
  });

  it('survive unreadable entries', async () => {
    const broken = [
      null,
      { actor: page },
      comment(1, { created: undefined }),
      comment(2, { commentUrn: 'x' }),
    ];
    const { read } = await listed(list([...broken, comment(3, { commentUrn: undefined, $URN: urnOf(3) })]));
    expect(read).toMatchObject({ comments: [{ externalCommentId: urnOf(3) }] });
  });

  it('are an empty list under a post that has no thread yet, and gone with the post', async () => {
    const refused = (message: string) => ({ status: 404, body: { status: 404, message } });
    const early = await listed(refused('Unable to obtain activity from urn:li:share:77'));
    expect(early.read).toEqual({ kind: 'page', comments: [], cursor: null });
    const missing = refused('Not found');
    expect((await listed(missing)).read).toEqual({ kind: 'gone' });
    const { next } = await listed(list([comment(1, answered)]));
    expect((await listed(missing, next)).read).toEqual({ kind: 'page', comments: [], cursor: null });
  });

  it('need a permission', async () => {
    const body = { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' };
    expect((await listed({ status: 403, body })).read).toMatchObject({ code: 'PERMISSION_MISSING' });
  });
});

describe('a reply to a comment of a LinkedIn page', () => {
  const root = { externalPostId: postUrn, reference: null };
  const toFirst = { externalPostId: urnOf(1), reference: { post: postUrn }, root };
  const toSecond = {
    ...toFirst,
    externalPostId: urnOf(2),
    reference: { post: postUrn, parentComment: urnOf(1) },
  };

  it.each<[string, ReplyTarget]>([
    ['is sent to the comment’s replies', toFirst],
    ['is sent to the same comment if it replies to a reply', toSecond],
  ])('%s, where a look-up searches for it', async (_what, replyTo) => {
    await using stub = await startStub(({ method }) =>
      method === 'POST' ? { status: 500 } : list([comment(9, { actor: page, message: { text: 'hi' } })]),
    );
    const one = textPost('hi', { replyTo });
    await company.commit(session(stub.url), one, {});
    const search = { since: new Date(createdAt - 1_000), takenIds: new Set<string>() };
    await company.findPublished(session(stub.url), one, {}, search);
    const [posted, looked] = stub.requests;
    expect(JSON.parse(posted?.body ?? '')).toEqual({
      actor: page,
      object: 'urn:li:activity:8',
      message: { text: 'hi' },
      parentComment: urnOf(1),
    });
    for (const request of [posted, looked]) {
      expect(request?.url).toContain(pathOf(urnOf(1)).split('?')[0]);
    }
  });

  it('is shown on the page of the post', async () => {
    const at = {
      ...session(`${sandbox.url}/linkedin-company`),
      sandboxUrl: `${sandbox.url}/linkedin-company`,
    };
    const post = published((await publish(company, at, textPost('a post'))).answer);
    const target = { externalPostId: post.externalPostId, reference: null };
    const first = published((await publish(company, at, textPost('a comment', { replyTo: target }))).answer);
    const replyTo = { ...first, root: target };
    const { externalUrl } = published(
      (await publish(company, at, textPost('an answer', { replyTo }))).answer,
    );
    expect(externalUrl).toContain(`/feed/update/${post.externalPostId}?commentUrn=`);
  });
});

describe('the simulated comments of a LinkedIn page', () => {
  const headers = {
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
  };

  it('are shown only to members with a role on the page', async () => {
    const at = session(`${sandbox.url}/linkedin-company`);
    const { externalPostId } = published((await publish(company, at, textPost('ours'))).answer);
    const call = (token: string) =>
      safeFetch({
        url: `${at.baseUrl}${pathOf(externalPostId)}`,
        method: 'GET',
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
    expect((await call(`sandbox:${page}~0`)).status).toBe(200);
    expect((await call('sandbox:urn:li:organization:6006~0')).status).toBe(403);
  });
});
