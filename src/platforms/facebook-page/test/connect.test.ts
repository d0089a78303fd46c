import { beforeEach, describe, expect, it } from 'vitest';
import { openConsent } from '../../../../test/harness/consent.js';
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
import type { PlatformSession } from '../../kit/session.js';
import { facebookPage } from '../definition.js';

const bench = useLogin(facebookPage);
const dayMs = 24 * 60 * 60_000;
const [first, second, third, partner, ofPortfolio] = [1, 2, 3, 4, 5].map(
  (digit) => `10006400000000${digit}`,
) as [string, string, string, string, string];
const all = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_manage_metadata',
  'business_management',
];
const without = (scope: string): string[] => all.filter((name) => name !== scope);

describe('the Pages of a person', () => {
  it('all share one grant, each with a token that gives access to that Page only', async () => {
    const candidates = await bench.candidates({ accounts: [first, second, third] });
    expect(
      candidates.map(({ externalAccountId, handle, reason }) => [externalAccountId, handle, reason]),
    ).toEqual([
      [first, 'punctual.sandbox', null],
      [second, 'acme.news', null],
      [third, 'acme.jobs', null],
    ]);
    const [one, two] = candidates.map((candidate) => bench.sessionOf(candidate)) as [
      PlatformSession,
      PlatformSession,
    ];
    published((await publish(bench.platform, two, textPost('from the second Page'))).answer);
    const swapped = { ...two, credentials: one.credentials };
    const { answer } = await publish(bench.platform, swapped, textPost('from another'));
    expect(answer.kind).toBe('rejected');
  });

  it('have a name, a picture that loads, and permissions', async () => {
    const [candidate] = await bench.candidates({ accounts: [second] });
    expect(candidate).toMatchObject({ displayName: 'Acme News', serviceUrl: null, scopes: all });
    const picture = await fetch(candidate?.avatarUrl ?? '');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  });

  it('are listed even if the user may not publish there, with the reason', async () => {
    const { accounts } = await openConsent(await bench.authorizeUrl());
    const candidates = await bench.candidates({ accounts });
    const reasons = candidates.map(({ externalAccountId, reason }) => [externalAccountId, reason]);
    expect(reasons).toContainEqual([partner, 'ROLE_MISSING']);
    expect(reasons.filter(([, reason]) => reason === null)).toHaveLength(4);
  });

  it('must be selected by the user', async () => {
    expect(await bench.grant({ accounts: [] })).toMatchObject({ kind: 'denied', code: 'NOTHING_GRANTED' });
  });
});

describe('a Page that the user has only through a business portfolio', () => {
  beforeEach(() => bench.sent.splice(0));
  const pathsSent = (): string[] => bench.sent.map(({ url }) => new URL(url).pathname);

  it('is found by its id in the grant, although Facebook lists no Page, and can be published to', async () => {
    const [candidate, ...others] = await bench.candidates({ accounts: [ofPortfolio] });
    if (candidate === undefined) throw new Error('There is no Page.');
    expect(others).toEqual([]);
    expect(candidate).toMatchObject({ externalAccountId: ofPortfolio, handle: 'acme.group', reason: null });
    expect(pathsSent().some((path) => path.endsWith('/me/businesses'))).toBe(false);
    published((await publish(bench.platform, bench.sessionOf(candidate), textPost('a post'))).answer);
  });

  it('is found in the portfolio if the grant covers all Pages and names none', async () => {
    const { accounts } = await openConsent(await bench.authorizeUrl());
    const candidates = await bench.candidates({ accounts });
    expect(candidates.map(({ externalAccountId }) => externalAccountId)).toEqual(accounts);
    expect(pathsSent().some((path) => path.endsWith('/owned_pages'))).toBe(true);
  });

  it('is missing if the grant names no Page and the portfolio may not be read', async () => {
    const { accounts } = await openConsent(await bench.authorizeUrl());
    const candidates = await bench.candidates({ accounts, scopes: without('business_management') });
    const ids = candidates.map(({ externalAccountId }) => externalAccountId);
    expect(ids).toEqual(accounts.filter((id) => id !== ofPortfolio));
  });
});

describe('a permission that the user denied', () => {
  it.each(['pages_manage_posts', 'pages_read_engagement'])(
    'leaves its Pages listed with the reason why they cannot be connected: %s',
    async (scope) => {
      const [candidate] = await bench.candidates({ scopes: without(scope) });
      expect(candidate).toMatchObject({ reason: 'PERMISSION_MISSING', scopes: without(scope) });
    },
  );

  it('prevents the connection if it is the one to list Pages', async () => {
    const answer = await bench.grant({ scopes: without('pages_show_list') });
    expect(answer).toMatchObject({ kind: 'denied', code: 'PERMISSION_MISSING' });
    expect(answer).toHaveProperty('message', expect.stringContaining('pages_show_list'));
  });

  it('prevents only comments if it is the one for comments', async () => {
    const [candidate] = await bench.candidates({ scopes: without('pages_manage_engagement') });
    if (candidate === undefined) throw new Error('There is no Page.');
    expect(candidate.reason).toBeNull();
    const session = bench.sessionOf(candidate);
    const post = published((await publish(bench.platform, session, textPost('a post'))).answer);
    const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
    const { answer } = await publish(bench.platform, session, textPost('a comment', { replyTo }));
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });
});

describe('the grant of a Page', () => {
  it('expires when the user must sign in again, and no refresh extends it', async () => {
    const before = bench.clock.now().getTime();
    const [candidate] = await bench.candidates();
    if (candidate === undefined) throw new Error('There is no Page.');
    const { reconnectBy, ...others } = candidate.life;
    expect(others).toEqual({ tokenExpiresAt: null, refreshBy: null, refreshNotBefore: null });
    expect(reconnectBy?.getTime()).toBeGreaterThan(before + 89 * dayMs);
    const checked = await bench.platform.check?.(bench.sessionOf(candidate));
    expect(checked).toMatchObject({ kind: 'alive', scopes: all });
    const life = checked?.kind === 'alive' ? checked.life : undefined;
    expect(Math.abs((life?.reconnectBy?.getTime() ?? 0) - (reconnectBy?.getTime() ?? 0))).toBeLessThan(5_000);
  });

  it('can be revoked only by the user', async () => {
    const [candidate] = await bench.candidates();
    if (candidate === undefined) throw new Error('There is no Page.');
    const session = bench.sessionOf(candidate);
    expect(await bench.platform.revoke?.(session)).toEqual({ kind: 'not-supported' });
    expect((await bench.platform.check?.(session))?.kind).toBe('alive');
  });
});

describe('the consent request', () => {
  beforeEach(() => bench.sent.splice(0));

  it('asks again for a permission that was denied once', async () => {
    const { pathname, searchParams } = new URL(await bench.authorizeUrl());
    expect(pathname).toBe('/facebook-page/v26.0/dialog/oauth');
    expect(searchParams.get('auth_type')).toBe('rerequest');
    expect(searchParams.get('scope')?.split(',')).toEqual(all);
  });

  it('has neither the code nor the app secret in a URL', async () => {
    await bench.candidates();
    const codes = bench.sent.map(({ body }) =>
      new URLSearchParams(typeof body === 'string' ? body : '').get('code'),
    );
    const code = codes.find((one) => one !== null) ?? '';
    expect(code).not.toBe('');
    expectNotInAddresses(bench.sent, [code, 'sandbox-client-secret']);
  });
});

describe('the calls that read a grant', () => {
  it('all prove the secret of the app, besides those that contain the secret', async () => {
    bench.sent.splice(0);
    const { accounts } = await openConsent(await bench.authorizeUrl());
    await bench.candidates({ accounts });
    const calls = bench.sent.map(({ url }) => new URL(url));
    const proved = calls.filter(({ searchParams }) => searchParams.has('appsecret_proof'));
    const lastOf = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';
    expect(new Set(calls.filter((url) => !proved.includes(url)).map(lastOf))).toEqual(
      new Set(['access_token']),
    );
    expect(new Set(proved.map(lastOf))).toEqual(
      new Set(['debug_token', 'accounts', 'businesses', 'owned_pages', 'client_pages']),
    );
  });
});

/** Starts a stub of Facebook's servers with what a grant needs. `answers` replaces some of its responses. */
function facebookWith(answers: Record<string, (request: StubRequest) => StubAnswer>): Promise<Stub> {
  const usual: typeof answers = {
    access_token: () => ({ status: 200, body: { access_token: 'a-token', token_type: 'bearer' } }),
    debug_token: () => ({ status: 200, body: { data: { scopes: all, expires_at: 0 } } }),
    accounts: () => ({ status: 200, body: { data: [{ id: '7', name: 'A', access_token: 'page-token' }] } }),
  };
  return startStub((request) => {
    const last = new URL(request.url, 'http://stub').pathname.split('/').at(-1) ?? '';
    return (answers[last] ?? usual[last])?.(request) ?? { status: 404 };
  });
}

const page = (more: object) => () => ({ status: 200, body: { data: [{ id: '7', ...more }] } });

describe('the list of Pages', () => {
  it.each([
    ['a Page without a name in its URL', { access_token: 't'.repeat(9) }, { handle: '7', reason: null }],
    [
      'a task of a newer Page',
      { access_token: 'page-token', tasks: ['PROFILE_PLUS_CREATE_CONTENT'] },
      { reason: null },
    ],
    [
      'another task',
      { access_token: 'page-token', tasks: ['PROFILE_PLUS_ANALYZE'] },
      { reason: 'ROLE_MISSING' },
    ],
    ['no task at all', { access_token: 'page-token', tasks: [] }, { reason: 'ROLE_MISSING' }],
    ['no token', { tasks: ['MANAGE'] }, { reason: 'ROLE_MISSING', credentials: {} }],
  ])('accepts %s', async (_what, more, expected) => {
    await using stub = await facebookWith({ accounts: page(more) });
    expect(granted(await bench.finishAt(stub))).toMatchObject([expected]);
  });

  it('is read to its end with cursors', async () => {
    await using stub = await facebookWith({
      accounts: ({ url }) => {
        const after = Number(new URL(url, 'http://stub').searchParams.get('after') ?? '0');
        const next = after < 2 ? { next: 'https://evil.example/with-a-token' } : {};
        const paging = { cursors: { after: String(after + 1) }, ...next };
        const data = [{ id: `7${after}`, name: 'A', access_token: 'page-token' }];
        return { status: 200, body: { data, paging } };
      },
    });
    const candidates = granted(await bench.finishAt(stub));
    expect(candidates.map(({ externalAccountId }) => externalAccountId)).toEqual(['70', '71', '72']);
  });

  it('stops at a limit, whatever Facebook returns', async () => {
    await using stub = await facebookWith({
      accounts: () => ({
        status: 200,
        body: { data: [{ id: '7' }], paging: { cursors: { after: 'x' }, next: 'https://graph.example/' } },
      }),
    });
    expect(granted(await bench.finishAt(stub))).toHaveLength(10);
  });

  it('applies a permission only to the Pages it was granted for', async () => {
    const granular = all.map((scope) => ({
      scope,
      target_ids: scope === 'pages_manage_posts' ? ['8'] : ['7', '8'],
    }));
    await using stub = await facebookWith({
      debug_token: () => ({ status: 200, body: { data: { scopes: all, granular_scopes: granular } } }),
      accounts: () => ({
        status: 200,
        body: { data: ['7', '8'].map((id) => ({ id, name: id, access_token: `page-token-${id}` })) },
      }),
    });
    expect(granted(await bench.finishAt(stub))).toMatchObject([
      { externalAccountId: '7', reason: 'PERMISSION_MISSING', scopes: without('pages_manage_posts') },
      { externalAccountId: '8', reason: null, scopes: all },
    ]);
  });
});

const refusal = (code: number, message: string, subcode?: number, status = 400) => ({
  status,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'x' } },
});

describe('the Pages that Facebook does not list', () => {
  const granular = [{ scope: 'pages_show_list', target_ids: ['7', '8', '9'] }];
  const debugged = (more: object) => () => ({ status: 200, body: { data: { scopes: all, ...more } } });
  const pageOf = (id: string) => ({ status: 200, body: { id, name: id, access_token: `token-of-${id}` } });
  const idsAt = async (stub: Stub): Promise<string[]> =>
    granted(await bench.finishAt(stub)).map(({ externalAccountId }) => externalAccountId);

  it('are read by id, without those that Facebook refuses to show', async () => {
    await using stub = await facebookWith({
      debug_token: debugged({ granular_scopes: granular }),
      '8': () => pageOf('8'),
      '9': () => refusal(100, 'Unsupported get request.', 33),
    });
    expect(await idsAt(stub)).toEqual(['7', '8']);
    const [asked] = stub.requests.filter(({ url }) => url.includes('/8?'));
    // Facebook knows `tasks` only in the list, and refuses a read with a field that it does not know.
    expect(new URL(asked?.url ?? '', stub.url).searchParams.get('fields')).toBe(
      'id,name,username,picture.type(large),access_token',
    );
  });

  it('are those that any portfolio owns or manages for a client, each once', async () => {
    const list = (...ids: string[]) => ({ status: 200, body: { data: ids.map((id) => pageOf(id).body) } });
    await using stub = await facebookWith({
      businesses: () => ({ status: 200, body: { data: [{ id: '1' }, { id: '2' }] } }),
      owned_pages: ({ url }) => (url.includes('/1/') ? list('7', '8') : refusal(200, 'Permissions error')),
      client_pages: () => list('9', '8'),
    });
    expect(await idsAt(stub)).toEqual(['7', '8', '9']);
  });

  it('do not prevent the connection of the listed Pages when reading them fails', async () => {
    const fails = () => refusal(2, 'Service temporarily unavailable', undefined, 500);
    const named = { debug_token: debugged({ granular_scopes: granular }), '8': fails, '9': fails };
    for (const answers of [named, { businesses: fails }]) {
      await using stub = await facebookWith(answers);
      expect(await idsAt(stub)).toEqual(['7']);
      await using empty = await facebookWith({
        ...answers,
        ...('8' in answers && { '7': fails }),
        accounts: () => ({ status: 200, body: { data: [] } }),
      });
      // The list contains no usable Page, so "nothing was granted" would be wrong.
      expect((await bench.finishAt(empty)).kind).toBe('ambiguous');
    }
  });
});

describe('an error while connecting', () => {
  it.each([
    [refusal(100, 'This authorization code has expired.', 36_007), 'CODE_REFUSED'],
    [refusal(100, 'This authorization code has been used.', 36_009), 'CODE_REFUSED'],
    [refusal(100, 'Invalid verification code format.'), 'CODE_REFUSED'],
    [
      refusal(100, 'Error validating verification code. Your redirect_uri differs', 36_008),
      'PLATFORM_REJECTED',
    ],
    [refusal(1, 'Error validating client secret.'), 'PLATFORM_REJECTED'],
    [refusal(101, 'Error validating application.'), 'PLATFORM_REJECTED'],
  ])('means that the code is refused if the response is %j', async (answer, code) => {
    await using stub = await facebookWith({ access_token: () => answer });
    const refused = await bench.finishAt(stub);
    expect(refused).toMatchObject({ kind: 'denied', code });
    expect(refused).toHaveProperty('message', expect.stringContaining(answer.body.error.message));
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    [refusal(4, 'Application request limit reached', undefined, 429), 'rate-limited'],
    [refusal(2, 'Service temporarily unavailable', undefined, 500), 'ambiguous'],
    [{ status: 502, body: '<html>' }, 'ambiguous'],
    [{ status: 200, body: '<html>' }, 'ambiguous'],
  ] as [StubAnswer, string][])(
    'leaves the outcome of the grant open if the response is %j',
    async (answer, kind) => {
      await using stub = await facebookWith({ access_token: () => answer });
      expect((await bench.finishAt(stub)).kind).toBe(kind);
    },
  );

  it.each(['debug_token', 'accounts'])(
    'is shown without secrets if the response to %s repeats them',
    async (call) => {
      const repeat = ({ url, headers }: StubRequest) =>
        refusal(100, `Sent: ${decodeURIComponent(url)} ${headers.authorization ?? ''}`);
      await using stub = await facebookWith({ [call]: repeat });
      const answer = await bench.finishAt(stub);
      expect(answer).toHaveProperty('message', expect.stringContaining('[redacted]'));
      expect(JSON.stringify(answer)).not.toMatch(/sandbox-client-secret|a-token/);
    },
  );

  it('does not make a healthy Page look revoked if it concerns the app', async () => {
    await using stub = await facebookWith({
      debug_token: () => refusal(190, 'Invalid OAuth access token.'),
      '7': () => ({ status: 200, body: { id: '7', name: 'A' } }),
    });
    const session = {
      externalAccountId: '7',
      handle: 'a',
      credentials: { accessToken: 'page-token' },
      baseUrl: stub.url,
      sandboxUrl: stub.url,
    };
    const checked = await bench.platform.check?.(session);
    expect(checked).toEqual({ kind: 'alive', handle: '7', displayName: 'A', avatarUrl: null });
  });
});
