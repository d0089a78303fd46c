import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildStatement, executeWithin } from '../../src/db/deadline.js';
import { apiKeys, rateLimits } from '../../src/db/schema/index.js';
import {
  rateSegmentsPerWindow,
  rateWindowMs,
  withRequest,
  type RateLimits,
  type RatePolicy,
  type RateSegment,
} from '../../src/domain/rate-limits.js';
import { createPrometheus } from '../../src/observability/prometheus.js';
import { countRequest, type CountedRow } from '../../src/services/rate-limits/count-request.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { mintToken } from '../../src/services/shared/secrets/token.js';
import { sweepRateLimits } from '../../src/services/rate-limits/sweep.js';
import {
  call,
  codeOf,
  field,
  startTestApi,
  type Answer,
  type TestApi,
  type TestApiOptions,
  type TestSession,
} from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintKey, mintSession, mintTenant, sessionOf } from '../harness/tenants.js';
import { waitMsMax } from '../harness/patience.js';

const opened: TestApi[] = [];
// Each API holds connections to the same Postgres, so it is closed after its test.
afterEach(async () => {
  // The first API owns the database that the others use.
  for (const api of opened.splice(0).reverse()) await api.close();
});

interface LimitedApi {
  api: TestApi;
  /** The value of a counter, by its labels as Prometheus writes them. */
  counted: (name: string, labels: string) => Promise<number>;
}

async function startLimited(
  limits: RateLimits,
  {
    pauseMs = 5_000,
    userTimes = null,
    ...options
  }: TestApiOptions & { pauseMs?: number; userTimes?: number | null } = {},
): Promise<LimitedApi> {
  const none = () => Promise.reject(new Error('not asked for'));
  const { metrics, render } = createPrometheus({ process: 'test', readDebts: none, readTableBytes: none });
  let lines = '';
  const log = { error: (entry: object) => (lines += JSON.stringify(entry)) };
  const limiter = createRateLimiter({ limits, userTimes, metrics, log: log as never, pauseMs });
  const api = await startTestApi({ limiter, metrics }, options);
  opened.push(api);
  return {
    api,
    counted: async (name, labels) => {
      const { text } = await render();
      const line = text.split('\n').find((each) => each.startsWith(`${name}{${labels}`));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
  };
}

const ask = (api: TestApi, key: string): Promise<Answer> => call(api, 'GET', '/workspaces', { key });

async function askMany(api: TestApi, key: string, count: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => ask(api, key)));
}

/** Makes everything that was counted older by this time. */
async function age(api: TestApi, byMs: number): Promise<void> {
  await api.deps.db.execute(sql`
    update rate_limits set checked_at_ms = checked_at_ms - ${byMs}::bigint,
      burst_at_ms = (select array_agg(at - ${byMs}::bigint order by at) from unnest(burst_at_ms) at),
      sustained_at_ms = (select array_agg(at - ${byMs}::bigint order by at) from unnest(sustained_at_ms) at)`);
}

/** Counts the statements of the authentication as the driver gets them. */
function countStatements({ deps }: TestApi): { count: number } {
  const statements = { count: 0 };
  for (const client of [deps.db.$hurried, deps.db.$client]) {
    const unsafe = client.unsafe.bind(client);
    client.unsafe = ((...args: Parameters<typeof unsafe>) => {
      statements.count += 1;
      return unsafe(...args);
    }) as typeof client.unsafe;
  }
  return statements;
}

describe('the rate limits of a key or a session', () => {
  it('allow 60 requests per minute, and the response to the 61st says when to retry', async () => {
    const { api, counted } = await startLimited({ burst: 60, sustained: 1_000 });
    const { key } = await mintTenant(api);
    const first = await ask(api, key);
    expect(first.headers.get('ratelimit-policy')).toBe('"burst";q=60;w=60, "sustained";q=1000;w=900');
    expect(first.headers.get('ratelimit')).toBe('"burst";r=59;t=60, "sustained";r=999;t=900');
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('59');
    const resetInS = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(resetInS).toBeGreaterThan(55);
    expect(resetInS).toBeLessThan(65);
    const others = await askMany(api, key, 59);
    expect(others.map(({ status }) => status)).toEqual(Array(59).fill(200));

    const refused = await ask(api, key);
    expect(refused.status).toBe(429);
    expect(codeOf(refused)).toBe('RATE_LIMITED');
    const retryAfterMs = field<number>(refused, 'retryAfterMs');
    const retryAfterS = Number(refused.headers.get('retry-after'));
    expect(retryAfterS).toBe(Math.ceil(retryAfterMs / 1000));
    expect(retryAfterS).toBeGreaterThanOrEqual(1);
    expect(retryAfterS).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('ratelimit')).toMatch(new RegExp(`^"burst";r=0;t=${retryAfterS}, `));
    expect(await counted('punctual_rate_limited_total', 'policy="burst"')).toBe(1);

    await age(api, retryAfterS * 1000);
    expect((await ask(api, key)).status).toBe(200);
  });

  it('are exact for concurrent requests to two API processes: of 100 requests after 59, one passes', async () => {
    const { api: one } = await startLimited({ burst: 60, sustained: 1_000 });
    const { api: two } = await startLimited(
      { burst: 60, sustained: 1_000 },
      { databaseUrl: one.databaseUrl },
    );
    const { key } = await mintTenant(one);
    await askMany(one, key, 30);
    await askMany(two, key, 29);
    const answers = (await Promise.all([askMany(one, key, 50), askMany(two, key, 50)])).flat();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(99);
  });

  it('also apply to 15 minutes, and do not affect other keys', async () => {
    const { api, counted } = await startLimited({ burst: 10, sustained: 12 });
    const { key, userId } = await mintTenant(api);
    const other = await mintKey(api, userId);
    const startedMs = performance.now();
    const passedS = (): number => Math.ceil((performance.now() - startedMs) / 1000);
    expect((await askMany(api, key, 10)).every(({ status }) => status === 200)).toBe(true);
    await age(api, 61_000);
    const afterMinute = await ask(api, key);
    const told = /^"burst";r=9;t=60, "sustained";r=1;t=(\d+)$/.exec(
      afterMinute.headers.get('ratelimit') ?? '',
    );
    expect(Number(told?.[1])).toBeLessThanOrEqual(839);
    expect(Number(told?.[1])).toBeGreaterThanOrEqual(839 - passedS());
    expect(afterMinute.headers.get('x-ratelimit-limit')).toBe('12');
    expect((await ask(api, key)).status).toBe(200);
    const refused = await ask(api, key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(839 - passedS());
    expect(await counted('punctual_rate_limited_total', 'policy="sustained"')).toBe(1);
    expect((await ask(api, other)).status).toBe(200);
  });

  it('are checked first, so that a refused request writes nothing else', async () => {
    const { api } = await startLimited({ burst: 1, sustained: null });
    const { key } = await mintTenant(api);
    await ask(api, key);
    await api.deps.db.update(apiKeys).set({ lastUsedAt: null });
    const before = await api.deps.db.select().from(rateLimits);
    const refused = await call(api, 'POST', '/posts', { key, raw: '{not json' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"burst";q=1;w=60');
    const [after] = await api.deps.db.select().from(rateLimits);
    expect(after).toMatchObject({ burstAtMs: before[0]?.burstAtMs, burstCounts: [1], allowed: false });
    expect((await api.deps.db.select().from(apiKeys)).every((row) => row.lastUsedAt === null)).toBe(true);
  });

  it('include failed requests, but none with a revoked or unknown key', async () => {
    const { api } = await startLimited({ burst: 5, sustained: null });
    const { key } = await mintTenant(api);
    const failed = await call(api, 'POST', '/posts', { key, raw: '{not json' });
    expect(failed.status).toBe(415);
    expect(failed.headers.get('x-ratelimit-remaining')).toBe('4');
    const missing = await call(api, 'GET', '/posts/post_doesnotexist000', { key });
    expect(missing.headers.get('x-ratelimit-remaining')).toBe('3');
    const unknown = await ask(api, `punctual_live_${'0'.repeat(32)}`);
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('ratelimit')).toBeNull();
    expect(await api.deps.db.select().from(rateLimits)).toHaveLength(1);
  });

  it('can be disabled individually or together', async () => {
    const { api } = await startLimited({ burst: null, sustained: 2 });
    const { key } = await mintTenant(api);
    expect((await ask(api, key)).headers.get('ratelimit-policy')).toBe('"sustained";q=2;w=900');
    const { api: free } = await startLimited({ burst: null, sustained: null });
    const tenant = await mintTenant(free);
    const answers = await askMany(free, tenant.key, 20);
    expect(answers.every(({ status, headers }) => status === 200 && headers.get('ratelimit') === null)).toBe(
      true,
    );
    expect(await free.deps.db.select().from(rateLimits)).toHaveLength(0);
  });

  it('are shared by all sessions of a user, and separate from those of keys', async () => {
    const { api } = await startLimited({ burst: 2, sustained: null }, { userTimes: 2 });
    const { key, userId } = await mintTenant(api);
    const sessions = [await mintSession(api, userId), await mintSession(api, userId)];
    const look = (session: TestSession) => call(api, 'GET', '/workspaces', { session });
    const answers: Answer[] = [];
    for (const session of [...sessions, ...sessions]) answers.push(await look(session));
    answers.push(await look(await mintSession(api, userId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"burst";q=4;w=60');
    expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('3');
    expect((await ask(api, key)).status).toBe(200);
    expect((await look(await mintSession(api, (await mintTenant(api)).userId))).status).toBe(200);
  });

  it('also apply to all sessions of a user together if there is no limit per user', async () => {
    const { api } = await startLimited({ burst: 2, sustained: null }, { userTimes: null });
    const { userId } = await mintTenant(api);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const session = await mintSession(api, userId);
      statuses.push((await call(api, 'GET', '/workspaces', { session })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('are deleted once all of their requests have expired', async () => {
    const { api } = await startLimited({ burst: 10, sustained: 10 });
    const { key, userId } = await mintTenant(api);
    await ask(api, key);
    await age(api, rateWindowMs.sustained + 1_000);
    await ask(api, await mintKey(api, userId));
    await sweepRateLimits(api.deps);
    expect(await api.deps.db.select().from(rateLimits)).toHaveLength(1);
  });
});

describe('the SQL statement of the limits', () => {
  const api = useTestApi();

  it('counts as the domain function does, at random times', async () => {
    const limits = { burst: 1_000, sustained: 1_000 };
    const statement = countRequest(sql`select 'key:model'::text as subject`, limits);
    let model: Record<RatePolicy, RateSegment[]> = { burst: [], sustained: [] };
    for (let step = 0; step < 60; step += 1) {
      // The ages go from zero to beyond the short window, so that segments grow, split and expire.
      const agedMs = [0, 1, 2_900, 3_100, 14_000, 65_000][(step * 7) % 6] ?? 0;
      await age(api, agedMs);
      const older = (segments: RateSegment[]): RateSegment[] =>
        segments.map(({ atMs, count }) => ({ atMs: atMs - agedMs, count }));
      const [row] = await executeWithin<CountedRow>(api.deps.db, buildStatement(statement), 1_000);
      const nowMs = Number(row?.checked_at_ms);
      // Aging can move two segments into one, so the numbers that decide are compared instead of the segments.
      model = {
        burst: withRequest(older(model.burst), rateWindowMs.burst, nowMs),
        sustained: withRequest(older(model.sustained), rateWindowMs.sustained, nowMs),
      };
      const total = (segments: RateSegment[]): number => segments.reduce((sum, { count }) => sum + count, 0);
      const held = (at: string[], counts: number[]): RateSegment[] =>
        at.map((atMs, index) => ({ atMs: Number(atMs), count: counts[index] ?? 0 }));
      const burst = held(row?.burst_at_ms ?? [], row?.burst_counts ?? []);
      const sustained = held(row?.sustained_at_ms ?? [], row?.sustained_counts ?? []);
      expect(burst.at(-1)?.atMs).toBe(nowMs);
      expect(total(sustained)).toBe(total(model.sustained));
      expect(burst.length).toBeLessThanOrEqual(rateSegmentsPerWindow + 1);
      expect(sustained.length).toBeLessThanOrEqual(rateSegmentsPerWindow + 1);
      expect(Math.abs(total(burst) - total(model.burst))).toBeLessThanOrEqual(2);
      model = { burst, sustained };
    }
  });
});

describe('an error of the rate limiter', () => {
  it('makes the process count by itself if the table is missing', async () => {
    const { api, counted } = await startLimited({ burst: 3, sustained: 100 }, { userTimes: 1 });
    const { key, userId } = await mintTenant(api);
    const session = await mintSession(api, userId);
    await api.deps.db.execute(sql`alter table rate_limits rename to rate_limits_gone`);
    const answers = await askMany(api, key, 5);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining')).sort()).toEqual([
      '0',
      '0',
      '0',
      '1',
      '2',
    ]);
    // The limit that all keys of the user share is used up as well. A session counts separately.
    expect((await ask(api, await mintKey(api, userId))).status).toBe(429);
    expect((await call(api, 'GET', '/workspaces', { session })).status).toBe(200);
    expect(await counted('punctual_rate_limiter_faults_total', 'kind="ERROR"')).toBeGreaterThanOrEqual(1);
    expect(await counted('punctual_rate_limiter_faults_total', 'kind="PAUSED"')).toBeGreaterThanOrEqual(1);
    const stranger = await ask(api, `punctual_live_${'0'.repeat(32)}`);
    expect(stranger.status).toBe(401);
  });

  it('delays requests by at most a second if the table is locked, and ends with the lock', async () => {
    const { api, counted } = await startLimited({ burst: 1, sustained: 1 }, { pauseMs: 20 });
    const { key } = await mintTenant(api);
    const unlocked = performance.now();
    await askMany(api, await mintKey(api, (await mintTenant(api)).userId), 25);
    const usualMs = performance.now() - unlocked;
    await api.deps.db.delete(rateLimits);
    const locker = postgres(api.databaseUrl, { max: 1 });
    const locked = await locker.reserve();
    await locked`begin`;
    await locked`lock table rate_limits in access exclusive mode`;
    // There are more requests than connections in the pool, so the blocked statements must give up theirs.
    const startedMs = performance.now();
    const answers = await askMany(api, key, 25);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(24);
    expect(performance.now() - startedMs).toBeLessThan(6_000 + 10 * usualMs);
    expect(await counted('punctual_rate_limiter_faults_total', 'kind="TIMEOUT"')).toBeGreaterThanOrEqual(1);
    await locked`rollback`;
    locked.release();
    await locker.end();
    // From now on, the database counts again.
    await vi.waitFor(
      async () => {
        await ask(api, key);
        expect(await api.deps.db.select().from(rateLimits)).toHaveLength(1);
      },
      { timeout: waitMsMax, interval: 50 },
    );
  });

  // On a machine that is busy with other work, even the database may need longer than a second.
  it(
    'does not occur if the process itself is busy for two seconds: of 150 requests, 60 pass',
    { retry: 2 },
    async () => {
      const { api, counted } = await startLimited({ burst: 60, sustained: 1_000 });
      const { key } = await mintTenant(api);
      await ask(api, await mintKey(api, (await mintTenant(api)).userId));
      const pending = askMany(api, key, 150);
      // Waits until some of the requests are counted while others are still being sent or have not been read yet.
      await vi.waitFor(
        async () => {
          expect((await api.deps.db.select().from(rateLimits)).length).toBeGreaterThan(1);
        },
        { timeout: waitMsMax },
      );
      const untilMs = performance.now() + 2_000;
      while (performance.now() < untilMs);
      const answers = await pending;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
      expect(await counted('punctual_rate_limiter_faults_total', '')).toBe(0);
    },
  );
});

describe('the keys of one user', () => {
  it('share a limit, which is shown in their headers and does not affect other users', async () => {
    const { api } = await startLimited({ burst: 4, sustained: 100 }, { userTimes: 2 });
    const { key, userId } = await mintTenant(api);
    const keys = [key, await mintKey(api, userId), await mintKey(api, userId)];
    const statuses = async (from: number, count: number): Promise<number[]> =>
      (await askMany(api, keys[from] ?? '', count)).map(({ status }) => status).sort();
    expect(await statuses(0, 4)).toEqual([200, 200, 200, 200]);
    // The key's own limit refuses these requests, so they do not count against the shared limit.
    expect(await statuses(0, 3)).toEqual([429, 429, 429]);
    expect(await statuses(1, 4)).toEqual([200, 200, 200, 200]);
    const refused = await ask(api, keys[2] ?? '');
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    const policies =
      '"burst";q=4;w=60, "sustained";q=100;w=900, "user-burst";q=8;w=60, "user-sustained";q=200;w=900';
    expect(refused.headers.get('ratelimit-policy')).toBe(policies);
    expect(refused.headers.get('ratelimit')).toMatch(
      /^"burst";r=3;t=60, "sustained";r=99;t=900, "user-burst";r=0;t=\d+, "user-sustained";r=192;t=\d+$/,
    );
    expect(refused.headers.get('x-ratelimit-limit')).toBe('8');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    const left = Number(refused.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(Math.abs(left - Number(refused.headers.get('retry-after')))).toBeLessThan(5);
    expect(refused.body).toMatchObject({ policy: 'user-burst', limit: 8, remaining: 0, windowMs: 60_000 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(55);
    expect((await ask(api, (await mintTenant(api)).key)).status).toBe(200);
    await age(api, 61_000);
    expect((await ask(api, keys[2] ?? '')).status).toBe(200);
  });
});

describe('requests without a valid credential', () => {
  const unknownKey = (index: number): string => `punctual_live_${String(index).padStart(32, '0')}`;

  it('are limited for each client IP, without affecting valid requests', async () => {
    const { api, counted } = await startLimited(
      { burst: 100, sustained: null },
      { unauthorizedPerMinuteMax: 5 },
    );
    const { key } = await mintTenant(api);
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await ask(api, unknownKey(index))).status);
    for (let index = 0; index < 2; index += 1) statuses.push((await ask(api, 'malformed')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const refused = await ask(api, unknownKey(9));
    expect(refused.status).toBe(429);
    expect(codeOf(refused)).toBe('RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(55);
    expect(await counted('punctual_rate_limited_total', 'policy="unauthorized"')).toBe(1);
    // A forged header does not change the client address.
    const spoofed = await call(api, 'GET', '/workspaces', {
      key: unknownKey(9),
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(spoofed.status).toBe(429);
    expect((await ask(api, key)).status).toBe(200);
    api.clock.shiftMs += Number(refused.headers.get('retry-after')) * 1000;
    expect((await ask(api, unknownKey(9))).status).toBe(401);
  });

  it('cause no statement for a key that was unknown recently, while new and revoked keys take effect at once', async () => {
    const { api } = await startLimited({ burst: 100, sustained: null });
    const { userId } = await mintTenant(api);
    const statements = countStatements(api);
    for (let round = 0; round < 5; round += 1) expect((await ask(api, unknownKey(1))).status).toBe(401);
    expect(statements.count).toBe(1);
    const made = await mintKey(api, userId);
    expect((await ask(api, made)).status).toBe(200);
    await api.deps.db.update(apiKeys).set({ revokedAt: api.clock.now() });
    expect((await ask(api, made)).status).toBe(401);
    statements.count = 0;
    api.clock.shiftMs += 60_000;
    expect((await ask(api, unknownKey(1))).status).toBe(401);
    expect(statements.count).toBe(1);
  });

  it('cause no statement for a session that was unknown recently, while a new one is accepted at once', async () => {
    const { api } = await startLimited({ burst: 100, sustained: null });
    const { userId } = await mintTenant(api);
    const statements = countStatements(api);
    const unknown = sessionOf(api, 'unknown', mintToken());
    const look = (session: TestSession) => call(api, 'GET', '/workspaces', { session });
    for (let round = 0; round < 5; round += 1) expect((await look(unknown)).status).toBe(401);
    expect(statements.count).toBe(1);
    expect((await look(await mintSession(api, userId))).status).toBe(200);
    statements.count = 0;
    api.clock.shiftMs += 60_000;
    expect((await look(unknown)).status).toBe(401);
    expect(statements.count).toBe(1);
  });

  it('are also limited for public operations, before a body is read', async () => {
    const { api } = await startLimited({ burst: 100, sustained: null }, { unauthorizedPerMinuteMax: 3 });
    const { key } = await mintTenant(api);
    const signIn = () => call(api, 'POST', '/auth/sign-in', { raw: '{not json' });
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) statuses.push((await signIn()).status);
    expect(statuses).toEqual([415, 415, 415, 429, 429]);
    const refused = await signIn();
    expect(refused.body).toMatchObject({ policy: 'network', limit: 3, remaining: 0, windowMs: 60_000 });
    expect(refused.headers.get('ratelimit-policy')).toBe('"network";q=3;w=60');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await ask(api, unknownKey(1))).status).toBe(401);
    expect((await ask(api, key)).status).toBe(200);
  });

  it('are counted for the client IP that a trusted proxy reports', async () => {
    const { api } = await startLimited(
      { burst: null, sustained: null },
      { unauthorizedPerMinuteMax: 1, trustProxyHops: 1 },
    );
    const from = async (forwarded: string): Promise<number> =>
      (
        await call(api, 'GET', '/workspaces', {
          key: unknownKey(1),
          headers: { 'x-forwarded-for': forwarded },
        })
      ).status;
    expect(await from('198.51.100.7')).toBe(401);
    expect(await from('203.0.113.9, 198.51.100.7')).toBe(429);
    expect(await from('198.51.100.8')).toBe(401);
    expect(await from('2001:db8:1:2::1')).toBe(401);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
  });
});
