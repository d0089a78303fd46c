import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';

const now = new Date('2026-11-21T12:00:00Z');
const inSeconds = (seconds: number): string => String(now.getTime() / 1000 + seconds);
const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch, now: () => now });

const credentials = { accessJwt: 'access-jwt', refreshJwt: 'refresh-jwt' };
const state = { rkey: '3kabc', createdAt: now.toISOString(), text: 'hi', facets: [], reply: null };

function session(baseUrl: string): PlatformSession {
  return { externalAccountId: 'did:plc:1', handle: '@some.one', baseUrl, credentials };
}

const replyTo = { externalPostId: '42', reference: null };

/** Returns the connector's result for one response to its publishing call. */
async function commitAgainst(answer: StubAnswer, isReply = false) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', isReply ? { replyTo } : {});
  return await bluesky.commit(session(stub.url), publication, state);
}

describe('the Bluesky connector', () => {
  const error = (status: number, name: string, headers?: Record<string, string>): StubAnswer => ({
    status,
    body: { error: name, message: 'words' },
    ...(headers === undefined ? {} : { headers }),
  });

  it.each([
    [error(400, 'ExpiredToken'), { kind: 'auth-expired' }],
    [error(401, 'AuthMissing'), { kind: 'auth-expired' }],
    [error(401, 'AccountTakedown'), { kind: 'auth-revoked' }],
    [
      error(400, 'InvalidRequest'),
      { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'InvalidRequest: words' },
    ],
    [
      error(429, 'RateLimitExceeded', { 'ratelimit-reset': inSeconds(30) }),
      { kind: 'rate-limited', retryAfterMs: 30_000 },
    ],
    [error(500, 'InternalServerError'), { kind: 'ambiguous' }],
  ])('maps the response %o to the right failure', async (answer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });

  it.each(['ExpiredToken', 'InvalidToken', 'AccountTakedown'])(
    'treats a refresh that is refused with %s as final',
    async (name) => {
      await using stub = await startStub(() => error(400, name));
      const answer = await bluesky.refresh(session(stub.url));
      expect(answer.kind).toBe('auth-revoked');
      expect(stub.requests[0]?.headers.authorization).toBe('Bearer refresh-jwt');
    },
  );

  it('sends options, and links to bsky.app', async () => {
    await using stub = await startStub(() => ({
      status: 200,
      body: { uri: 'at://did:plc:1/app.bsky.feed.post/3kabc', cid: 'c' },
    }));
    const options = { langs: ['de', 'en-GB'], labels: ['nudity'], tags: ['one'] };
    const answer = await bluesky.commit(session(stub.url), textPost('hi', { options }), state);
    expect(answer).toMatchObject({
      published: {
        externalUrl: 'https://bsky.app/profile/did:plc:1/post/3kabc',
        reference: { cid: 'c', root: { cid: 'c' } },
      },
    });
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toMatchObject({
      repo: 'did:plc:1',
      collection: 'app.bsky.feed.post',
      rkey: '3kabc',
      record: {
        langs: ['de', 'en-GB'],
        labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] },
        tags: ['one'],
      },
    });
  });

  it('keeps the key and the time of a post whose text was edited, so that a lost first try can be found', async () => {
    await using stub = await startStub(() => error(500, 'InternalServerError'));
    const stubSession = session(stub.url);
    const answer = await bluesky.prepare(stubSession, textPost('edited #tag'), state);
    const { rkey, createdAt } = state;
    const facets = [{ index: { byteStart: 7, byteEnd: 11 } }];
    expect(answer).toMatchObject({
      kind: 'prepared',
      state: { rkey, createdAt, text: 'edited #tag', facets },
    });
  });

  it('leaves a mention plain if no account has that handle, and waits if it is rate limited', async () => {
    const publication = textPost('hi @nobody.example.com');
    await using unknown = await startStub(() => error(400, 'InvalidRequest'));
    const plain = await bluesky.prepare(session(unknown.url), publication, null);
    expect(plain).toMatchObject({ kind: 'prepared', state: { facets: [] } });
    await using busy = await startStub(() => error(429, 'RateLimitExceeded', { 'retry-after': '5' }));
    const later = await bluesky.prepare(session(busy.url), publication, null);
    expect(later).toMatchObject({ kind: 'rate-limited', retryAfterMs: 5_000 });
  });
});

describe('options', () => {
  it.each([
    [{ langs: ['a', 'b', 'c', 'd'] }, 'invalid_option'],
    [{ tags: ['x'.repeat(65)] }, 'invalid_option'],
    [{ label: [] }, 'unknown_option'],
  ] as const)('%o are refused', (options, rule) => {
    const draft = {
      text: 'hi',
      firstComment: null,
      options: JSON.parse(JSON.stringify(options)) as object,
      media: [],
    };
    const violations = bluesky.validate({ ...draft, options: { ...draft.options } });
    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]));
    expect(violations[0]?.field).toBe('platformOptions');
  });
});
