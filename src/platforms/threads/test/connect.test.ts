import { beforeEach, describe, expect, it } from 'vitest';
import { expectNotInAddresses, granted, useLogin } from '../../../../test/platforms/login-bench.js';
import {
  published,
  publish,
  startStub,
  textPost,
  type Stub,
  type StubAnswer,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import type { ConnectCandidate } from '../../kit/connect.js';
import { threads } from '../definition.js';

const bench = useLogin(threads);
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const all = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_profile_discovery',
  'threads_manage_insights',
  'threads_delete',
];
const without = (scope: string): string[] => all.filter((name) => name !== scope);

async function connected(scopes?: string[]): Promise<ConnectCandidate> {
  const [candidate] = await bench.candidates(scopes && { scopes });
  if (candidate === undefined) throw new Error('Nothing is granted.');
  return candidate;
}

describe('an account', () => {
  it('has a name, a picture that loads, and permissions', async () => {
    const candidate = await connected();
    expect(candidate).toMatchObject({
      externalAccountId: '17840000000000001',
      handle: 'punctual.sandbox',
      displayName: 'Sandbox on Threads',
      scopes: all,
      reason: null,
    });
    expect((await fetch(candidate.avatarUrl ?? '')).status).toBe(200);
    expect(await bench.platform.check?.(bench.sessionOf(candidate))).toMatchObject({
      kind: 'alive',
      scopes: all,
    });
  });

  it('lacks the permissions that the user denied', async () => {
    const candidate = await connected(without('threads_content_publish'));
    expect(candidate.scopes).toEqual(without('threads_content_publish'));
    const answer = await bench.platform.prepare(bench.sessionOf(candidate), textPost('a post'), null);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
    expect(await bench.grant({ scopes: without('threads_basic') })).toMatchObject({
      kind: 'denied',
      code: 'PERMISSION_MISSING',
    });
  });

  it('publishes without the permission to reply, but cannot comment', async () => {
    const session = bench.sessionOf(await connected(without('threads_manage_replies')));
    const post = published((await publish(bench.platform, session, textPost('a post'))).answer);
    const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
    const answer = await bench.platform.prepare(session, textPost('a comment', { replyTo }), null);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });
});

describe('a token', () => {
  it('is not revoked if it is too young to be refreshed, and is refreshed the day after', async () => {
    const candidate = await connected();
    expect(candidate.life.refreshNotBefore?.getTime()).toBeGreaterThan(
      bench.clock.now().getTime() + 23 * hourMs,
    );
    const session = bench.sessionOf(candidate);
    bench.clock.shiftMs += 23 * hourMs;
    expect((await bench.platform.refresh(session)).kind).toBe('rate-limited');
    bench.clock.shiftMs += 2 * hourMs;
    expect((await bench.platform.refresh(session)).kind).toBe('refreshed');
  });

  it('is refused everywhere after 60 days without a refresh', async () => {
    const session = bench.sessionOf(await connected());
    bench.clock.shiftMs += 60 * dayMs + 1_000;
    expect((await bench.platform.check?.(session))?.kind).toBe('auth-expired');
    expect((await bench.platform.prepare(session, textPost('late'), null)).kind).toBe('auth-expired');
    expect((await bench.platform.refresh(session)).kind).toBe('auth-revoked');
  });

  it('can be ended only by its owner', async () => {
    expect(await bench.platform.revoke?.(bench.sessionOf(await connected()))).toEqual({
      kind: 'not-supported',
    });
  });
});

describe('the requests', () => {
  beforeEach(() => bench.sent.splice(0));

  it('go to the URLs that Threads documents, without the code', async () => {
    await bench.candidates();
    const calls = bench.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
    expect(calls).toEqual([
      'POST /threads/oauth/access_token',
      'GET /threads/access_token',
      'GET /threads/v1.0/me',
      'GET /threads/v1.0/debug_token',
    ]);
    const [exchange, , ...others] = bench.sent;
    const code =
      new URLSearchParams(typeof exchange?.body === 'string' ? exchange.body : '').get('code') ?? '';
    expect(code).not.toBe('');
    expectNotInAddresses(bench.sent, [code]);
    expectNotInAddresses(others, ['sandbox-client-secret']);
  });
});

/** Starts a stub of the servers of Threads with what a grant needs. `answers` replaces some of its responses. */
function threadsWith(answers: Record<string, (request: StubRequest) => StubAnswer>): Promise<Stub> {
  const usual: typeof answers = {
    '/oauth/access_token': () => ({ status: 200, body: { access_token: 'short-token', user_id: 7 } }),
    '/access_token': () => ({ status: 200, body: { access_token: 'long-token', expires_in: 5_184_000 } }),
    '/v1.0/me': () => ({ status: 200, body: { id: '7', username: 'a' } }),
    '/v1.0/debug_token': () => ({ status: 200, body: { data: { scopes: all } } }),
  };
  return startStub((request) => {
    const { pathname } = new URL(request.url, 'http://stub');
    return (answers[pathname] ?? usual[pathname])?.(request) ?? { status: 404 };
  });
}

const refusal = (words: string, status = 400) => ({
  status,
  body: { error_type: 'OAuthException', code: 400, error_message: words },
});
const graphRefusal = (code: number, status = 400) => ({
  status,
  body: { error: { message: 'words', type: 'OAuthException', code } },
});

describe('a response of Threads', () => {
  it('may lack the token type, the name and the picture', async () => {
    await using stub = await threadsWith({});
    expect(granted(await bench.finishAt(stub))).toMatchObject([
      {
        externalAccountId: '7',
        handle: 'a',
        displayName: null,
        avatarUrl: null,
        credentials: { accessToken: 'long-token' },
      },
    ]);
  });

  it.each([graphRefusal(10), graphRefusal(2, 500), { status: 200, body: '<html>' }])(
    'may lack the permissions, which does not prevent the connection: %j',
    async (answer) => {
      await using stub = await threadsWith({ '/v1.0/debug_token': () => answer });
      expect(granted(await bench.finishAt(stub))).toMatchObject([{ scopes: null, reason: null }]);
    },
  );

  it.each([
    [refusal('Matching code was not found or was already used'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('This authorization code has expired'), { kind: 'denied', code: 'CODE_REFUSED' }],
    [refusal('Invalid platform app'), { kind: 'denied', code: 'PLATFORM_REJECTED' }],
    [graphRefusal(101), { kind: 'denied', code: 'PLATFORM_REJECTED' }],
    [refusal('Application request limit reached', 429), { kind: 'rate-limited' }],
    [refusal('An unexpected error', 500), { kind: 'ambiguous' }],
    [{ status: 200, body: {} }, { kind: 'ambiguous' }],
  ] as [StubAnswer, object][])('may be an error if it is about a code: %j', async (answer, expected) => {
    await using stub = await threadsWith({ '/oauth/access_token': () => answer });
    expect(await bench.finishAt(stub)).toMatchObject(expected);
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    ['/access_token', graphRefusal(452), { kind: 'rejected' }],
    ['/access_token', graphRefusal(2, 500), { kind: 'ambiguous' }],
    ['/v1.0/me', graphRefusal(10), { kind: 'denied', code: 'PERMISSION_MISSING' }],
    ['/v1.0/me', graphRefusal(4, 429), { kind: 'rate-limited' }],
    ['/v1.0/me', { status: 200, body: {} }, { kind: 'ambiguous' }],
  ] as [string, StubAnswer, object][])('may be an error of %s: %j', async (path, answer, expected) => {
    await using stub = await threadsWith({ [path]: () => answer });
    expect(await bench.finishAt(stub)).toMatchObject(expected);
  });
});
