import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import { refreshAccount } from '../../src/services/social-accounts/refresh.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import { codeOf, field, type Answer } from '../harness/api.js';
import { secretCanary } from '../harness/tenants.js';
import { pinterestAccount, useChoicesApi } from '../harness/use-choices-api.js';
import { useTenant } from '../harness/use-test-api.js';

const minuteMs = 60_000;
const subject = useChoicesApi();
const { api, calls, answers } = subject;
const tenant = useTenant(api);
let accountId: string;

beforeEach(async () => {
  accountId = await subject.connect(tenant.workspaceId);
  calls.length = 0;
  answers.length = 0;
  api.clock.shiftMs = 0;
  api.starter.refreshAccount = (socialAccountId, seenVersion) =>
    refreshAccount(api.deps, { socialAccountId, seenVersion });
});

const read = (id = accountId): Promise<Answer> => api.as(tenant).get(`/social-accounts/${id}/choices`);
const fail = (failure: PlatformFailure): void => {
  answers.push(() => Promise.resolve(failure));
};

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await api.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, id));
  return row?.status;
}

describe('GET /social-accounts/{id}/choices', () => {
  it('lists the choices of the account, with the time when they were read', async () => {
    const before = Date.now();
    const answer = await read();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      socialAccountId: accountId,
      platform: 'PINTEREST',
      options: {
        boardId: [
          { value: pinterestAccount.boardId, label: 'Ideas for the house' },
          { value: pinterestAccount.otherBoardId, label: 'Travel' },
        ],
        boardSectionId: [
          {
            value: pinterestAccount.sectionId,
            label: 'Kitchen',
            within: { option: 'boardId', value: pinterestAccount.boardId },
          },
          { label: 'Garden' },
        ],
      },
      videoDurationMaxMs: null,
      quota: null,
    });
    const readAtMs = Date.parse(field(answer, 'readAt'));
    expect(readAtMs).toBeGreaterThanOrEqual(before);
    expect(Date.parse(field(answer, 'expiresAt')) - readAtMs).toBe(5 * minuteMs);
  });

  it('asks the platform once in five minutes, for any number of concurrent requests', async () => {
    const [first] = await Promise.all([read(), read(), read()]);
    const once = calls.length;
    expect(once).toBe(3);
    expect((await read()).text).toBe(first.text);
    expect(calls.length).toBe(once);
    api.clock.shiftMs = 5 * minuteMs + 1_000;
    expect(field(await read(), 'readAt')).not.toBe(field(first, 'readAt'));
    expect(calls.length).toBe(2 * once);
  });

  it('asks again once the credentials of the account have changed', async () => {
    await read();
    const once = calls.length;
    await api.deps.db
      .update(socialAccounts)
      .set({ credentialsVersion: 7 })
      .where(eq(socialAccounts.id, accountId));
    await read();
    expect(calls.length).toBe(2 * once);
  });

  it('returns an empty object if the platform has no choices', async () => {
    const answer = await read(tenant.accountIds[0]);
    expect(answer.body).toMatchObject({
      platform: 'BLUESKY',
      options: {},
      videoDurationMaxMs: null,
      quota: null,
    });
    expect(calls).toEqual([]);
  });

  it('refuses an account that must be reconnected, without asking the platform', async () => {
    await subject.expire(accountId);
    const answer = await read();
    expect([answer.status, codeOf(answer)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
    expect(field(answer, 'accountId')).toBe(accountId);
    expect(calls).toEqual([]);
  });

  it('has a stale access token refreshed once, by the account’s single writer', async () => {
    fail({ kind: 'auth-expired', message: 'stale' });
    const answer = await read();
    expect(answer.status, answer.text).toBe(200);
    const [row] = await api.deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, accountId));
    expect([row?.status, row?.credentialsVersion]).toEqual(['ACTIVE', 2]);
    expect(calls.filter((url) => url.endsWith('/oauth/token'))).toHaveLength(1);
    fail({ kind: 'auth-expired', message: 'stale' });
    expect((await read()).status).toBe(200);
  });

  it('returns RETRY if a refresh is impossible now, and PLATFORM_AUTH_FAILED if it is refused for good', async () => {
    fail({ kind: 'auth-expired', message: 'stale' });
    api.starter.refreshAccount = () => Promise.reject(new Error('Temporal is away'));
    const away = await read();
    expect([away.status, codeOf(away)]).toEqual([503, 'RETRY']);
    api.starter.refreshAccount = () => Promise.resolve('revoked');
    const dead = await read();
    expect([dead.status, codeOf(dead)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
  });

  it('marks the account as expired if the platform reports that its grant has ended', async () => {
    fail({ kind: 'auth-revoked', message: 'gone' });
    const answer = await read();
    expect([answer.status, codeOf(answer)]).toEqual([503, 'PLATFORM_AUTH_FAILED']);
    expect(await statusOf(accountId)).toBe('TOKEN_EXPIRED');
  });

  it.each<[PlatformFailure, number | null]>([
    [{ kind: 'rate-limited', retryAfterMs: 42_000, message: 'slow down' }, 42],
    [{ kind: 'not-sent', message: `no answer ${secretCanary}` }, null],
    [{ kind: 'ambiguous', message: 'HTTP 502' }, null],
    [{ kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'too many boards' }, null],
  ])('returns 503 if the platform returns no list: %o', async (failure, retryAfterS) => {
    fail(failure);
    const answer = await read();
    expect([answer.status, codeOf(answer)]).toEqual([503, 'RETRY']);
    expect(answer.headers.get('retry-after')).toBe(retryAfterS === null ? null : String(retryAfterS));
    expect(answer.text).not.toContain(secretCanary);
    expect(await statusOf(accountId)).toBe('ACTIVE');
  });

  it('respects the pause that the platform has requested', async () => {
    fail({ kind: 'rate-limited', retryAfterMs: 42_000, message: 'slow down' });
    expect((await read()).status).toBe(503);
    api.clock.shiftMs = 41_000;
    const again = await read();
    expect(again.status).toBe(503);
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(2);
    api.clock.shiftMs = 43_000;
    expect((await read()).status).toBe(200);
  });

  it('is available only to users who may read the account', async () => {
    const reviewer = await api.mintMember(tenant.workspaceId, 'CLIENT_REVIEWER');
    const path = `/social-accounts/${accountId}/choices`;
    expect((await api.as({ session: reviewer.session }).get(path)).status).toBe(200);
    const stranger = await api.mintPerson();
    expect((await api.as({ session: stranger.session }).get(path)).status).toBe(404);
  });
});

it('GET /platforms names the options with choices, and the quotas', async () => {
  const { data } = (await api.as(tenant).get('/platforms')).body as { data: Record<string, unknown>[] };
  const of = (name: string) => data.find(({ platform }) => platform === name);
  expect(of('PINTEREST')).toMatchObject({ choices: ['boardId', 'boardSectionId'], quotas: [] });
  expect(of('BLUESKY')).toMatchObject({ choices: [], quotas: [] });
  expect(of('THREADS')).toMatchObject({
    quotas: [
      { rule: 'posts_per_day', max: 250, window: 'rolling-day', scope: 'account' },
      { rule: 'replies_per_day', max: 1_000, window: 'rolling-day', scope: 'account' },
    ],
  });
  expect(of('X')).toMatchObject({ quotas: [{ rule: 'posts_per_day', max: 10_000, scope: 'installation' }] });
});
