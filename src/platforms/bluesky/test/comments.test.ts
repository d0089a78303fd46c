import { describe, expect, it } from 'vitest';
import {
  connectorOf,
  prepared,
  startStub,
  textPost,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch, now: () => new Date('2026-11-21T12:00:00Z') });

const at = (did: string, rkey: string): string => `at://${did}/app.bsky.feed.post/${rkey}`;
const postUri = at('did:plc:me', '3kpost');
const post = { externalPostId: postUri, reference: null, publishedAt: new Date('2026-11-21T11:00:00Z') };
const root = { uri: postUri, cid: 'bafypost' };

function session(baseUrl: string): PlatformSession {
  const credentials = { accessJwt: 'access-jwt', refreshJwt: 'refresh-jwt' };
  return { externalAccountId: 'did:plc:me', handle: 'me.test', baseUrl, credentials };
}

const reply = (rkey: string, more: object = {}, node: object = { replies: [] }) => ({
  $type: 'app.bsky.feed.defs#threadViewPost',
  post: {
    uri: at('did:plc:anna', rkey),
    cid: `bafy${rkey}`,
    author: { did: 'did:plc:anna', handle: 'anna.test', displayName: 'Anna', avatar: 'https://cdn.test/a' },
    record: { text: rkey, createdAt: '1999-01-01T00:00:00Z', reply: { root, parent: root } },
    indexedAt: '2026-11-21T11:30:00.000Z',
    replyCount: 0,
    ...more,
  },
  ...node,
});

const thread = (...replies: unknown[]): StubAnswer => ({
  status: 200,
  body: { thread: { $type: 'x', post: { uri: postUri, replyCount: replies.length }, replies } },
});

async function listed(answers: StubAnswer[], cursor: string | null = null) {
  const waiting = [...answers];
  await using stub = await startStub(() => waiting.shift() ?? { status: 500 });
  const answer = await bluesky.comments?.list(session(stub.url), post, cursor);
  return { answer, requests: stub.requests.map(({ url }) => new URL(url, stub.url)) };
}

describe('the comments of Bluesky', () => {
  it('are read with the whole thread in one call, with the time at which the network indexed them', async () => {
    const { answer, requests } = await listed([thread(reply('3ka'))]);
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/xrpc/app.bsky.feed.getPostThread']);
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      uri: postUri,
      depth: '1000',
      parentHeight: '0',
    });
    expect(answer).toEqual({
      kind: 'page',
      cursor: null,
      comments: [
        {
          externalCommentId: at('did:plc:anna', '3ka'),
          parentExternalId: null,
          author: {
            externalId: 'did:plc:anna',
            handle: 'anna.test',
            name: 'Anna',
            avatarUrl: 'https://cdn.test/a',
          },
          mine: false,
          canReply: true,
          text: '3ka',
          postedAt: new Date('2026-11-21T11:30:00Z'),
          externalUrl: 'https://bsky.app/profile/did:plc:anna/post/3ka',
          reference: { uri: at('did:plc:anna', '3ka'), cid: 'bafy3ka', root },
        },
      ],
    });
  });

  it('leave out blocked, deleted and unreadable entries, but keep their replies', async () => {
    const below = reply('3kbelow');
    const { answer } = await listed([
      thread(
        { $type: 'app.bsky.feed.defs#blockedPost', uri: at('did:plc:b', '3kb'), blocked: true },
        { $type: 'app.bsky.feed.defs#notFoundPost', uri: at('did:plc:b', '3kc'), notFound: true },
        null,
        reply('3kodd', { record: { text: 7 } }, { replies: [below] }),
        reply('3kwhen', { indexedAt: 'soon' }),
      ),
    ]);
    expect(answer).toMatchObject({
      comments: [{ externalCommentId: below.post.uri, parentExternalId: at('did:plc:anna', '3kodd') }],
    });
  });

  it('show to which of them the account cannot reply, and which are its own', async () => {
    const mine = { author: { did: 'did:plc:me' }, viewer: { replyDisabled: true } };
    const { answer } = await listed([thread(reply('3ka', mine))]);
    expect(answer).toMatchObject({ comments: [{ mine: true, canReply: false, author: { handle: null } }] });
  });

  it('are read further below the depth at which the server stopped', async () => {
    const deep = reply('3kdeep', { replyCount: 2 }, {});
    const lone = reply('3klone', { replyCount: 1 }, {});
    const first = await listed([thread(reply('3ka', {}, { replies: [deep, lone] }))]);
    const cursor = `${deep.post.uri} ${lone.post.uri}`;
    expect(first.answer).toMatchObject({ cursor });
    const next = { status: 200, body: { thread: { ...deep, replies: [reply('3kdeeper')] } } };
    const second = await listed([next], cursor);
    expect(second.requests[0]?.searchParams.get('uri')).toBe(deep.post.uri);
    expect(second.answer).toMatchObject({
      comments: [{ externalCommentId: at('did:plc:anna', '3kdeeper'), parentExternalId: deep.post.uri }],
      cursor: lone.post.uri,
    });
    const gone = { status: 400, body: { error: 'NotFound' } };
    expect((await listed([gone], cursor)).answer).toEqual({
      kind: 'page',
      comments: [],
      cursor: lone.post.uri,
    });
  });

  it('are incomplete if an entry is unreadable or if a cursor cannot hold all threads', async () => {
    const hidden = { $type: 'app.bsky.feed.defs#blockedPost', uri: at('did:plc:b', '3kb'), blocked: true };
    expect((await listed([thread(hidden, reply('3ka'))])).answer).not.toHaveProperty('isPartial');
    for (const odd of [null, reply('3kodd', { record: { text: 7 } })]) {
      expect((await listed([thread(odd, reply('3ka'))])).answer).toMatchObject({ isPartial: true });
    }
    const branches = (count: number) =>
      Array.from({ length: count }, (_none, index) => reply(`3kbranch${index}`, { replyCount: 1 }, {}));
    expect((await listed([thread(...branches(20))])).answer).not.toHaveProperty('isPartial');
    const many = (await listed([thread(...branches(200))])).answer;
    expect(many).toMatchObject({ isPartial: true });
    const cursor = many?.kind === 'page' ? (many.cursor ?? '') : '';
    expect(cursor.length).toBeLessThan(3_500);
    expect(cursor.split(' ').length).toBeGreaterThan(40);
  });

  it('are reported as gone only if the post no longer exists, not if the network does not show it', async () => {
    const notFound = { status: 400, body: { error: 'NotFound', message: 'Post not found' } };
    const noRecord = { status: 400, body: { error: 'RecordNotFound' } };
    const record = { status: 200, body: { uri: postUri, cid: 'bafypost', value: {} } };
    expect((await listed([notFound, noRecord])).answer).toEqual({ kind: 'gone' });
    expect((await listed([notFound, record])).answer).toMatchObject({ code: 'PLATFORM_UNAVAILABLE' });
    expect((await listed([notFound, { status: 503 }])).answer).toMatchObject({ kind: 'ambiguous' });
  });

  it('may exceed the usual limit on the size of a response', async () => {
    const long = 'a'.repeat(900_000);
    const { answer } = await listed([thread(reply('3ka', { record: { text: long } }))]);
    expect(answer).toMatchObject({ comments: [{ text: long }] });
  });
});

describe('a thread from a hostile server', () => {
  const large: [string, string, unknown[]][] = [
    ['1048576 bytes', 'a million numbers', Array.from({ length: 1_000_000 }, () => 0)],
    ['60000 JSON values', 'a hundred thousand numbers', Array.from({ length: 100_000 }, () => 0)],
    ['1048576 bytes', 'thousands of replies', Array.from({ length: 5_000 }, (_none, at) => reply(`3k${at}`))],
  ];

  it.each(large)('is read level by level if it has more than %s: %s', async (words, _name, replies) => {
    const tooMuch = { status: 200, body: { thread: { post: { uri: postUri }, replies } } };
    const whole = await listed([tooMuch, thread(reply('3ka', { replyCount: 1 }, {}))]);
    expect(whole.requests.map(({ searchParams }) => searchParams.get('depth'))).toEqual(['1000', '1']);
    const first = at('did:plc:anna', '3ka');
    expect(whole.answer).toMatchObject({ comments: [{ externalCommentId: first }], cursor: first });
    const failed = await listed([tooMuch, tooMuch]);
    expect(failed.answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_UNAVAILABLE' });
    expect(failed.answer).toHaveProperty('message', expect.stringContaining(words));
    // A branch that is too large does not prevent the others from being listed.
    const branch = await listed([tooMuch, tooMuch], `${first} ${postUri}x`);
    expect(branch.answer).toEqual({ kind: 'page', comments: [], cursor: `${postUri}x`, isPartial: true });
  });

  it('is read up to a limit of three thousand replies, readable or not', async () => {
    const odd = Array.from({ length: 2_998 }, () => 0);
    const { answer } = await listed([thread(...odd, reply('3klast'), reply('3kbeyond'))]);
    expect(answer).toMatchObject({
      comments: [{ externalCommentId: at('did:plc:anna', '3klast') }],
      isPartial: true,
    });
  });

  it('does not block the event loop while it is read', async () => {
    const body = JSON.stringify(thread(...Array.from({ length: 2_500 }, () => 0)).body);
    const answered = connectorOf(definition, {
      fetch: () => Promise.resolve({ status: 200, headers: {}, body }),
    });
    let turns = 0;
    let isReading = true;
    const others = (): void => {
      turns += 1;
      if (isReading) setImmediate(others);
    };
    setImmediate(others);
    await answered.comments?.list(session('http://pds.test'), post, null);
    isReading = false;
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

describe('a reply to a comment on Bluesky', () => {
  const parent = { uri: at('did:plc:anna', '3ka'), cid: 'bafy3ka' };
  const ofPost = { externalPostId: postUri, reference: { ...root, root } };

  it.each([
    ['of the comment', { ...parent, root: { uri: at('did:plc:x', '3kx'), cid: 'bafyx' } }, 'bafyx'],
    ['of the post, if the comment does not name a thread', parent, 'bafypost'],
  ])('refers to the thread %s, without a call', async (_name, reference, rootCid) => {
    const replyTo = { externalPostId: parent.uri, reference, root: ofPost };
    const state = await prepared(bluesky, session('http://127.0.0.1:9'), textPost('hi', { replyTo }));
    expect(state).toMatchObject({ reply: { parent, root: { cid: rootCid } } });
  });
});
