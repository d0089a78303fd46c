import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import { refreshAccount } from '../../src/services/social-accounts/refresh.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { useChoicesApi } from '../harness/use-choices-api.js';
import { useTenant } from '../harness/use-test-api.js';

const minuteMs = 60_000;
const subject = useChoicesApi();
const { api, calls, found } = subject;
const tenant = useTenant(api);
let accountId: string;

beforeEach(async () => {
  accountId = await subject.connect(tenant.workspaceId, 'X');
  calls.length = 0;
  found.length = 0;
  api.clock.shiftMs = 0;
  api.starter.refreshAccount = (socialAccountId, seenVersion) =>
    refreshAccount(api.deps, { socialAccountId, seenVersion });
});

const search = (query: Record<string, string>, id = accountId): Promise<Answer> =>
  api.as(tenant).get(`/social-accounts/${id}/choices?${new URLSearchParams(query).toString()}`);
const findPerson = (q = 'acme_news'): Promise<Answer> => search({ option: 'mentions', q });
const detailOf = (answer: Answer) => field<{ path: string; code: string }[]>(answer, 'details')[0];

describe('GET /social-accounts/{id}/choices?option=…&q=…', () => {
  it('returns what the platform finds, with the text that mentions it', async () => {
    const answer = await findPerson();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      socialAccountId: accountId,
      platform: 'X',
      options: {
        mentions: [
          {
            value: '1000000000000000002',
            label: 'Acme News',
            detail: '@acme_news',
            text: '@acme_news',
            imageUrl: expect.stringContaining('http') as string,
          },
        ],
      },
      videoDurationMaxMs: null,
      quota: null,
    });
    const readAtMs = Date.parse(field(answer, 'readAt'));
    expect(Date.parse(field(answer, 'expiresAt')) - readAtMs).toBe(5 * minuteMs);
  });

  it('returns an empty list if nothing is found', async () => {
    const answer = await findPerson('nobody_there');
    expect(field(answer, 'options')).toEqual({ mentions: [] });
  });

  it('ignores spaces and an @ around the name', async () => {
    const [one] = field<{ mentions: { label: string }[] }>(
      await findPerson('  @acme_news '),
      'options',
    ).mentions;
    expect(one?.label).toBe('Acme News');
  });

  it('asks the platform once in five minutes for the same name of the same option', async () => {
    const [first] = await Promise.all([findPerson(), findPerson('@acme_news')]);
    expect((await findPerson()).text).toBe(first.text);
    expect(calls).toHaveLength(1);
    await search({ option: 'taggedUserIds', q: 'acme_news' });
    await findPerson('nobody_there');
    expect(calls).toHaveLength(3);
    api.clock.shiftMs = 5 * minuteMs + 1_000;
    await findPerson();
    expect(calls).toHaveLength(4);
  });

  it('does not change the choices that are listed without a search', async () => {
    await findPerson();
    expect(field(await search({}), 'options')).toEqual({});
  });

  it.each<[Record<string, string>, string, string]>([
    [{ option: 'mentions' }, 'q', 'required'],
    [{ q: 'anna' }, 'option', 'required'],
    [{ option: 'mentions', q: ' @ ' }, 'q', 'invalid_format'],
    [{ option: 'mentions', q: '' }, 'q', 'required'],
    [{ option: 'mentions', q: 'a'.repeat(101) }, 'q', 'too_long'],
    [{ option: 'boardId', q: 'anna' }, 'option', 'not_searchable'],
    [{ option: 'constructor', q: 'anna' }, 'option', 'not_searchable'],
    [{ option: '', q: 'anna' }, 'option', 'required'],
    [{ option: 'mentions', q: 'anna', limit: '5' }, 'limit', 'unknown_field'],
  ])('refuses %o', async (query, path, code) => {
    const answer = await search(query);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(detailOf(answer)).toMatchObject({ path, code });
    expect(calls).toEqual([]);
  });

  it('refuses a platform without searches, and says so', async () => {
    const answer = await search({ option: 'mentions', q: 'anna' }, await subject.connect(tenant.workspaceId));
    expect(detailOf(answer)).toMatchObject({
      code: 'not_searchable',
      message:
        'On PINTEREST, nothing can be searched for; without option and q, the response lists the values of boardId and boardSectionId.',
    });
  });

  it('is available only to members who may write posts', async () => {
    const path = `/social-accounts/${accountId}/choices?option=mentions&q=anna`;
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const refused = await api.as({ session: reviewer.session }).get(path);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'INSUFFICIENT_ROLE']);
    const editor = await api.mintMember(tenant.workspaceId, 'EDITOR');
    expect((await api.as({ session: editor.session }).get(path)).status).toBe(200);
    const stranger = await api.mintPerson();
    expect((await api.as({ session: stranger.session }).get(path)).status).toBe(404);
  });

  it('has a stale access token refreshed', async () => {
    found.push(() => Promise.resolve({ kind: 'auth-expired', message: 'stale' }));
    expect((await findPerson()).status).toBe(200);
    expect(calls.filter((url) => url.endsWith('/oauth2/token'))).toHaveLength(1);
  });

  it('returns RETRY if the platform does not answer, and respects its pause', async () => {
    found.push(() => Promise.resolve({ kind: 'rate-limited', retryAfterMs: 42_000, message: 'slow down' }));
    const answer = await findPerson();
    expect([answer.status, codeOf(answer)]).toEqual([503, 'RETRY']);
    expect(answer.headers.get('retry-after')).toBe('42');
    expect((await findPerson()).status).toBe(503);
    expect(calls).toEqual([]);
  });

  it('requires the permission of the search, and to reconnect an account that has lost its access', async () => {
    const threads = await subject.connect(tenant.workspaceId, 'THREADS');
    const without = { scopes: ['threads_basic'] };
    await api.deps.db.update(socialAccounts).set(without).where(eq(socialAccounts.id, threads));
    const lacking = await search({ option: 'mentions', q: 'acme.news' }, threads);
    expect([lacking.status, codeOf(lacking)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
    expect(field<string>(lacking, 'message')).toContain('threads_profile_discovery');
    await subject.expire(accountId);
    expect(codeOf(await findPerson())).toBe('PLATFORM_AUTH_FAILED');
    expect(calls).toEqual([]);
  });
});

it('GET /platforms names the searches, and which the platform charges for', async () => {
  const { data } = (await api.as(tenant).get('/platforms')).body as { data: Record<string, unknown>[] };
  const searchesOf = (name: string) => data.find(({ platform }) => platform === name)?.['searches'];
  expect(searchesOf('X')).toEqual([
    { option: 'mentions', exact: true, paid: true },
    { option: 'taggedUserIds', exact: true, paid: true },
  ]);
  expect(searchesOf('THREADS')).toEqual([{ option: 'mentions', exact: true, paid: false }]);
  expect(searchesOf('PINTEREST')).toEqual([]);
});
