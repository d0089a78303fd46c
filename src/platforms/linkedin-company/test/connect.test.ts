import { describe, expect, it } from 'vitest';
import { connectingTo, onlyOne, useConnecting } from '../../../../test/platforms/connect-steps.js';
import {
  publish,
  published,
  startStub,
  textPost,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { linkedInCompany as definition } from '../definition.js';

const linkedIn = useConnecting(definition);
const { platform } = linkedIn;
const sam = 'urn:li:person:Pn7ctu4lSx';
const nora = 'urn:li:person:No7ne4nyWh';
const own = 'urn:li:organization:10000001';
const acme = 'urn:li:organization:10000002';
const oldMill = 'urn:li:organization:10000003';

describe('the pages of a member', () => {
  it('all share one grant, and have names, logos and a reason if they cannot be connected', async () => {
    const candidates = await linkedIn.candidates({ accounts: [sam] });
    const logo = (urn: string) => `${linkedIn.place().sandboxUrl}/avatars/${encodeURIComponent(urn)}.svg`;
    const shown = candidates.map(({ externalAccountId, handle, displayName, avatarUrl, reason }) => [
      externalAccountId,
      handle,
      displayName,
      avatarUrl,
      reason,
    ]);
    expect(shown).toEqual([
      [own, 'punctual-sandbox', 'Punctual Sandbox', logo(own), null],
      // The person is an analyst and a content administrator, and one of these roles is enough.
      [acme, 'acme-news', 'Acme News', logo(acme), null],
      [oldMill, 'old-mill', 'Old Mill', logo(oldMill), 'ROLE_MISSING'],
    ]);
    expect(new Set(candidates.map(({ credentials }) => credentials['accessToken'])).size).toBe(1);
    expect(candidates[0]?.scopes).toEqual(linkedIn.redirect.scopes.map(({ name }) => name));
  });

  it('can be published on only with the right role', async () => {
    const candidates = await linkedIn.candidates({ accounts: [sam] });
    const answers = await Promise.all(
      candidates.map((candidate) =>
        publish(platform, linkedIn.session(candidate), textPost(`on ${candidate.handle}`)),
      ),
    );
    expect(answers.slice(0, 2).map(({ answer }) => published(answer).externalPostId)).toHaveLength(2);
    expect(answers[2]?.answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });

  it('are not granted to a member without a role', async () => {
    expect(await linkedIn.grant({ accounts: [nora] })).toMatchObject({
      kind: 'denied',
      code: 'NOTHING_GRANTED',
    });
  });

  it('are all disconnected if the grant for any of them is revoked', async () => {
    const candidates = await linkedIn.candidates({ accounts: [sam] });
    await linkedIn.revokeAll(acme);
    for (const candidate of candidates) {
      expect((await platform.check?.(linkedIn.session(candidate)))?.kind).toBe('auth-expired');
      expect((await platform.refresh(linkedIn.session(candidate))).kind).toBe('auth-revoked');
    }
    const [again] = await linkedIn.candidates({ accounts: [sam] });
    if (again === undefined) throw new Error('No page came back.');
    expect((await platform.check?.(linkedIn.session(again)))?.kind).toBe('alive');
  });

  it('stay connected even if the token may not be used to read its member', async () => {
    const [candidate] = await linkedIn.candidates({ accounts: [sam] });
    if (candidate === undefined) throw new Error('No page came back.');
    const { credentials } = candidate;
    expect(await platform.refresh(linkedIn.session(candidate))).toEqual({ kind: 'refreshed', credentials });
  });
});

const app = { LINKEDIN_COMPANY_CLIENT_ID: 'real-id', LINKEDIN_COMPANY_CLIENT_SECRET: 'real-secret' };

/** The responses of the real LinkedIn, by path. */
async function finishAgainst(answers: (path: string) => StubAnswer) {
  await using stub = await startStub(({ url }) => {
    const tokens = { access_token: 'the-access-token', expires_in: 5_184_000 };
    return url.startsWith('/oauth/') ? { status: 200, body: tokens } : answers(url);
  });
  const real = connectingTo(definition, { ...app, LINKEDIN_SITE_URL: stub.url });
  const answer = await real.finish({ baseUrl: stub.url }, { code: 'the-code' });
  return { answer, requests: stub.requests };
}

const acls = (elements: object[], paging: object = {}): StubAnswer => ({
  status: 200,
  body: { elements, paging },
});
const isAcls = (path: string): boolean => path.startsWith('/rest/organizationAcls?');
const roleOn = (id: number, role: string, more: object = {}) => ({
  role,
  state: 'APPROVED',
  organization: `urn:li:organization:${id}`,
  ...more,
});

describe('the roles of a member', () => {
  it.each([
    ['ADMINISTRATOR', null],
    ['CONTENT_ADMIN', null],
    ['CONTENT_ADMINISTRATOR', null],
    ['DIRECT_SPONSORED_CONTENT_POSTER', null],
    ['ANALYST', 'ROLE_MISSING'],
    ['CURATOR', 'ROLE_MISSING'],
    ['RECRUITING_POSTER', null],
    ['LEAD_GEN_FORMS_MANAGER', 'ROLE_MISSING'],
  ])('decide whether a page can be connected: %s', async (role, reason) => {
    const { answer } = await finishAgainst((path) =>
      isAcls(path) ? acls([roleOn(7, role)]) : { status: 500 },
    );
    if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer));
    // The organization is offered even if its name cannot be read.
    expect(onlyOne(answer.candidates)).toMatchObject({
      externalAccountId: 'urn:li:organization:7',
      handle: '7',
      displayName: null,
      reason,
    });
  });

  it('are read page by page, under both names of the field, without roles that are only requested', async () => {
    const first = Array.from({ length: 100 }, (_, index) => roleOn(index + 1, 'ADMINISTRATOR'));
    const last = [
      { role: 'ADMINISTRATOR', organizationalTarget: 'urn:li:organization:101' },
      { role: 'ADMINISTRATOR', organizationTarget: 'urn:li:organizationBrand:5' },
      roleOn(102, 'ADMINISTRATOR', { state: 'REQUESTED' }),
    ];
    const { answer, requests } = await finishAgainst((path) => {
      if (isAcls(path)) return acls(path.includes('start=0') ? first : last);
      const ids = /List\(([\d,]+)\)/.exec(path)?.[1]?.split(',') ?? [];
      const results = Object.fromEntries(
        ids.map((id) => [id, { vanityName: `v${id}`, localizedName: `N ${id}` }]),
      );
      return { status: 200, body: { results } };
    });
    if (answer.kind !== 'granted') throw new Error(JSON.stringify(answer));
    expect(answer.candidates).toHaveLength(101);
    expect(answer.candidates.at(-1)).toMatchObject({ handle: 'v101', displayName: 'N 101', avatarUrl: null });
    expect(requests.map(({ url }) => url).filter(isAcls)).toHaveLength(2);
    expect(requests.filter(({ url }) => url.startsWith('/rest/organizations?ids=List('))).toHaveLength(3);
    expect(requests.at(-1)?.headers['linkedin-version']).toMatch(/^20\d{4}$/);
  });

  it.each<[StubAnswer, object]>([
    [
      { status: 403, body: { code: 'ACCESS_DENIED' } },
      { kind: 'denied', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 200, body: { elements: [] } },
      { kind: 'denied', code: 'NOTHING_GRANTED' },
    ],
    [{ status: 200, body: '<html>' }, { kind: 'ambiguous' }],
    [
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'rate-limited', retryAfterMs: 5_000 },
    ],
    [{ status: 401, body: { code: 'EXPIRED_ACCESS_TOKEN' } }, { kind: 'auth-expired' }],
  ])('are refused for the response %o', async (roles, expected) => {
    expect((await finishAgainst(() => roles)).answer).toMatchObject(expected);
  });
});

describe('the names of pages', () => {
  const pages = { '7': { vanityName: 'seven', localizedName: 'Seven' } };
  const others = { '8': { vanityName: 'eight', localizedName: 'Eight' } };
  const adminOnly = {
    status: 403,
    body: {
      status: 403,
      code: 'ACCESS_DENIED',
      message: "Viewer don't have permission to the ADMIN_ONLY VisibilityReduction for urn:li:organization:8",
    },
  };
  it.each<[string, StubAnswer, string]>([
    ['the whole batch is refused', adminOnly, '7,8'],
    [
      'one page is refused',
      {
        status: 200,
        body: { results: pages, statuses: { '7': 200, '8': 403 }, errors: { '8': adminOnly.body } },
      },
      '8',
    ],
  ])('come from the lookup for non-administrators if %s', async (_case, answer, lookedUp) => {
    const result = await finishAgainst((path) => {
      if (isAcls(path)) return acls([roleOn(7, 'ADMINISTRATOR'), roleOn(8, 'CONTENT_ADMINISTRATOR')]);
      return path.startsWith('/rest/organizations?')
        ? answer
        : { status: 200, body: { results: lookedUp === '8' ? others : { ...pages, ...others } } };
    });
    if (result.answer.kind !== 'granted') throw new Error(JSON.stringify(result.answer));
    expect(result.answer.candidates.map(({ handle, displayName }) => [handle, displayName])).toEqual([
      ['seven', 'Seven'],
      ['eight', 'Eight'],
    ]);
    expect(result.requests.map(({ url }) => url)).toContain(
      `/rest/organizationsLookup?ids=List(${lookedUp})`,
    );
  });

  it('are kept if LinkedIn showed them before it refused the lookup', async () => {
    const { answer } = await finishAgainst((path) => {
      if (isAcls(path)) return acls([roleOn(7, 'ADMINISTRATOR'), roleOn(8, 'CONTENT_ADMINISTRATOR')]);
      return path.startsWith('/rest/organizations?') ? { status: 200, body: { results: pages } } : adminOnly;
    });
    expect(answer).toMatchObject({
      kind: 'granted',
      candidates: [
        { handle: 'seven', displayName: 'Seven' },
        { handle: '8', displayName: null, reason: null },
      ],
    });
  });
});

describe('a health check', () => {
  const session = (baseUrl: string) => ({
    externalAccountId: 'urn:li:organization:7',
    handle: 'old',
    baseUrl,
    credentials: { accessToken: 'the-access-token' },
  });
  const found = (face: object): StubAnswer => ({ status: 200, body: { results: { '7': face } } });
  const check = async (roles: StubAnswer, profile: StubAnswer, lookup: StubAnswer = { status: 500 }) => {
    await using stub = await startStub(({ url }) => {
      if (isAcls(url)) return roles;
      return url.startsWith('/rest/organizations?') ? profile : lookup;
    });
    return await connectingTo(definition, app).platform.check?.(session(stub.url));
  };
  const editor = acls([roleOn(7, 'CONTENT_ADMIN')]);

  it.each<[string, object, StubAnswer, StubAnswer, StubAnswer?]>([
    [
      'of an administrator',
      { kind: 'alive', handle: 'new', displayName: 'New', avatarUrl: null },
      acls([roleOn(7, 'ADMINISTRATOR')]),
      found({ vanityName: 'new', localizedName: 'New' }),
    ],
    [
      'of an editor, to whom LinkedIn shows only the public profile',
      { kind: 'alive', handle: 'new', displayName: 'New', avatarUrl: null },
      editor,
      { status: 403, body: { code: 'ACCESS_DENIED' } },
      found({ vanityName: 'new', localizedName: 'New' }),
    ],
    [
      'of an editor, to whom LinkedIn shows nothing',
      { kind: 'alive', handle: 'old' },
      editor,
      { status: 200, body: { results: {}, statuses: { '7': 403 } } },
      { status: 200, body: { results: {}, statuses: { '7': 404 } } },
    ],
    [
      'of an editor, to whom LinkedIn refuses both reads',
      { kind: 'alive', handle: 'old' },
      editor,
      { status: 403, body: { code: 'ACCESS_DENIED' } },
      { status: 403, body: { code: 'ACCESS_DENIED' } },
    ],
    [
      'of a person without a role',
      { kind: 'rejected', code: 'PERMISSION_MISSING', message: expect.any(String) as string },
      acls([roleOn(8, 'ADMINISTRATOR')]),
      found({ vanityName: 'new' }),
    ],
    [
      'of a person who may no longer post',
      { kind: 'rejected', code: 'PERMISSION_MISSING', message: expect.any(String) as string },
      acls([roleOn(7, 'ANALYST')]),
      found({ vanityName: 'new' }),
    ],
  ])('%s gives %o', async (_case, expected, roles, profile, lookup) => {
    expect(await check(roles, profile, lookup)).toEqual(expected);
  });

  it.each<[StubAnswer, object]>([
    [{ status: 401, body: { code: 'REVOKED_ACCESS_TOKEN' } }, { kind: 'auth-expired' }],
    [{ status: 503 }, { kind: 'ambiguous' }],
  ])('turns the response %o into a result', async (answer, expected) => {
    expect(await check(answer, answer)).toMatchObject(expected);
    expect(await check(editor, answer)).toMatchObject(expected);
  });
});
