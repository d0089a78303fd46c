import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, monthlyUsage } from '../../src/db/schema/index.js';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createMedia } from '../../src/media/create-media.js';
import { noMetrics } from '../../src/observability/metrics.js';
import { ingestCopy } from '../../src/services/media/ingest.js';
import { readMedia } from '../../src/services/media/records.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import type { RequestContext } from '../../src/services/shared/context.js';
import { overrideDeps } from '../../src/services/shared/override-deps.js';
import { reachOf } from '../../src/services/shared/rights/reach.js';
import type { Storage } from '../../src/storage/storage.js';
import { ahead, call, codeOf, field, startTestApi, type Answer, type TestApi } from '../harness/api.js';
import { mintKey, mintSession, mintTenant, mintWorkspaceOf, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';
import { serveGated, type GatedSource } from './gated-source.js';
import { sourceOf } from './images.js';
import { bodyOf, image, setPlan, upload, type Media } from './support.js';

const guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
let source: GatedSource;
let tenant: Tenant;

beforeAll(async () => {
  source = await serveGated();
});
afterAll(async () => {
  await guarded[Symbol.asyncDispose]();
  await source[Symbol.asyncDispose]();
});
const api = useTestApi({ media: { fetch: guarded } });

const items = (count: number, from = 0): { url: string }[] =>
  Array.from({ length: count }, (_, index) => ({ url: source.at(from + index) }));
const platforms = ({ accountIds }: Tenant, ...more: object[]): object[] =>
  accountIds.slice(0, Math.max(1, more.length)).map((accountId, index) => ({ accountId, ...more[index] }));
const send = (method: string, path: string, body: object): Promise<Answer> =>
  call(api, method, path, { key: tenant.key, body });

/**
 * Sends the same fields to create a post and to update a draft. Both requests must be refused with the code, before
 * anything is fetched.
 */
async function refused(more: object, code: string, details: object[]): Promise<void> {
  const body = { content: 'Hello', platforms: platforms(tenant), ...more };
  const draft = await send('POST', '/posts', { content: 'A draft', platforms: platforms(tenant) });
  const before = source.asked().length;
  for (const [method, path] of [
    ['POST', '/posts'],
    ['PATCH', `/posts/${field<string>(draft, 'id')}`],
  ] as const) {
    const answer = await send(method, path, body);
    expect(codeOf(answer), answer.text).toBe(code);
    expect(field(answer, 'details')).toMatchObject(details);
    expect(answer.text).not.toContain('severity');
  }
  expect(source.asked()).toHaveLength(before);
  expect(await api.deps.db.$count(mediaAssets, eq(mediaAssets.workspaceId, tenant.workspaceId))).toBe(0);
}

describe('the check before media are fetched from URLs', () => {
  it('compares the number of media with the rules of the platforms, including stored media', async () => {
    tenant = await mintTenant(api);
    const rule = (path: string, actual: number) => ({ code: 'media_count_exceeded', path, limit: 4, actual });
    await refused({ mediaItems: items(20) }, 'PLATFORM_RULE_VIOLATION', [rule('mediaIds', 20)]);
    const target = platforms(tenant, { mediaItems: items(5) });
    await refused({ platforms: target }, 'PLATFORM_RULE_VIOLATION', [rule('platforms.0.mediaIds', 5)]);
  });

  it('counts the URLs of all targets of one request', async () => {
    tenant = await mintTenant(api);
    const perTarget = [0, 20, 40].map((from) => ({ mediaItems: items(17, from) }));
    const details = [{ path: 'mediaItems', code: 'too_big', limit: 50, actual: 51 }];
    await refused({ platforms: platforms(tenant, ...perTarget) }, 'VALIDATION_FAILED', details);
    const body = { content: 'Hello', platforms: platforms(tenant, ...perTarget) };
    expect(field(await send('POST', '/posts/validate', body), 'findings')).toMatchObject([
      { code: 'too_big' },
      { code: 'media_not_checked' },
    ]);
  });

  it('covers texts, options and media ids', async () => {
    tenant = await mintTenant(api);
    const mediaItems = items(1);
    const content = 'x'.repeat(400);
    const details = [{ path: 'content', code: 'text_too_long' }];
    await refused({ mediaItems, content }, 'PLATFORM_RULE_VIOLATION', details);
    const unknown = [{ path: 'mediaIds.0', code: 'unknown_media' }];
    await refused({ mediaItems, mediaIds: ['med_doesnotexist0000'] }, 'VALIDATION_FAILED', unknown);
    const option = platforms(tenant, { platformOptions: { nonsense: true } });
    await refused({ mediaItems, platforms: option }, 'PLATFORM_RULE_VIOLATION', [{ code: 'unknown_option' }]);
  });

  it('includes the limit of posts in the plan', async () => {
    tenant = await mintTenant(api);
    await setPlan(api, tenant, 'DEVELOPER');
    const { workspaceId } = tenant;
    const month = api.clock.now().toISOString().slice(0, 7);
    await api.deps.db.insert(monthlyUsage).values({ workspaceId, month, posts: 1_000, apiPosts: 1_000 });
    const before = source.asked().length;
    const body = { content: 'x', platforms: platforms(tenant), mediaItems: items(1) };
    expect(codeOf(await send('POST', '/posts', body))).toBe('PLAN_LIMIT_POSTS');
    expect(source.asked()).toHaveLength(before);
  });

  it('reports the number of media also when a post is only validated', async () => {
    tenant = await mintTenant(api);
    const body = { content: 'Hello', platforms: platforms(tenant), mediaItems: items(5) };
    const [target] = field<{ findings: object[] }[]>(await send('POST', '/posts/validate', body), 'targets');
    expect(target?.findings).toMatchObject([{ code: 'media_count_exceeded', actual: 5, severity: 'error' }]);
  });
});

describe('a URL that is used several times', () => {
  it('is fetched once, whatever alt text it has each time', async () => {
    tenant = await mintTenant(api);
    const before = source.asked().length;
    const url = source.at(77);
    const mediaItems = [{ url, altText: 'One' }, { url, altText: 'Two' }, { url }];
    const answer = await send('POST', '/posts', {
      content: 'Hello',
      platforms: platforms(tenant, {}, { mediaItems: [{ url, altText: 'One' }] }),
      mediaItems,
    });
    expect(answer.status, answer.text).toBe(201);
    expect(source.asked().slice(before)).toEqual(['/77']);
    const ids = field<{ mediaAssetId: string }[]>(answer, 'media').map(({ mediaAssetId }) => mediaAssetId);
    expect(field<{ mediaIds: string[] }[]>(answer, 'targets')[1]?.mediaIds).toEqual([ids[0]]);
    const shown = await Promise.all(ids.map((id) => call(api, 'GET', `/media/${id}`, { key: tenant.key })));
    const assets = shown.map((each) => bodyOf<Media>(each));
    expect(assets.map(({ altText }) => altText)).toEqual(['One', 'Two', null]);
    expect(new Set(assets.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(new Set(assets.map(({ storageKey }) => storageKey)).size).toBe(3);
  });
});

describe('each URL', () => {
  it('counts as one request in the caller’s rate limit, and is not fetched unless all of them fit', async () => {
    const { log } = api.deps;
    const limiter = createRateLimiter({ limits: { burst: 10, sustained: null }, metrics: noMetrics, log });
    const limited = await startTestApi({ limiter, media: { fetch: guarded } });
    try {
      const { key, ...rest } = await mintTenant(limited);
      const create = (mediaItems: object[]): Promise<Answer> => {
        const body = { content: 'Hello', platforms: platforms({ key, ...rest }), mediaItems };
        return call(limited, 'POST', '/posts', { key, body });
      };
      const remaining = async (): Promise<number> => {
        const answer = await call(limited, 'GET', '/platforms', { key });
        return Number(answer.headers.get('x-ratelimit-remaining'));
      };
      expect(await remaining()).toBe(9);
      // The request and its two different URLs are counted. The third URL repeats one of them.
      expect((await create([...items(2), ...items(1)])).status).toBe(201);
      expect(await remaining()).toBe(5);
      expect((await create(items(4))).status).toBe(201);
      const before = source.asked().length;
      const refusal = await create(items(1));
      expect([refusal.status, codeOf(refusal)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(source.asked()).toHaveLength(before);
    } finally {
      await limited.close();
    }
  });

  it('is not fetched if only some of them fit', async () => {
    const { log } = api.deps;
    const limiter = createRateLimiter({ limits: { burst: 6, sustained: 100 }, metrics: noMetrics, log });
    const limited = await startTestApi({ limiter, media: { fetch: guarded } });
    try {
      const { key, ...rest } = await mintTenant(limited);
      const create = (count: number): Promise<Answer> => {
        const body = { content: 'Hello', platforms: platforms({ key, ...rest }), mediaItems: items(count) };
        return call(limited, 'POST', '/posts', { key, body });
      };
      const before = source.asked().length;
      await call(limited, 'GET', '/platforms', { key });
      await call(limited, 'GET', '/platforms', { key });
      const refusal = await create(4);
      expect([refusal.status, codeOf(refusal)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(source.asked()).toHaveLength(before);
      // The refused request was not counted, so a request with two URLs is still within the limit.
      expect((await create(2)).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

describe('the limit of URLs', () => {
  const limited = async (burst: number, itemsMsMax?: number): Promise<TestApi> => {
    const { log } = api.deps;
    const limits = { burst, sustained: null };
    const limiter = createRateLimiter({ limits, userTimes: 2, metrics: noMetrics, log });
    return startTestApi({
      limiter,
      media: { fetch: guarded, ...(itemsMsMax !== undefined && { itemsMsMax }) },
    });
  };
  const remaining = async (at: TestApi, key: string): Promise<number> => {
    const answer = await call(at, 'GET', '/platforms', { key });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };
  const ask = (
    at: TestApi,
    path: string,
    { key, ...rest }: Tenant,
    mediaItems: object[],
  ): Promise<Answer> => {
    const body = { content: 'Hello', platforms: platforms({ key, ...rest }), mediaItems };
    return call(at, 'POST', path, { key, body });
  };

  it.each([
    ['is shared by all keys of a user', false],
    ['is counted in the process if the database cannot count', true],
  ])('%s', async (_, isBroken) => {
    const at = await limited(10);
    try {
      const owner = await mintTenant(at);
      if (isBroken) await at.deps.db.execute(sql`drop table rate_limits`);
      const keys = [owner.key, await mintKey(at, owner.userId), await mintKey(at, owner.userId)];
      for (const key of keys.slice(0, 2))
        for (const from of [0, 4])
          expect((await ask(at, '/posts', { ...owner, key }, items(4, from))).status).toBe(201);
      const before = source.asked().length;
      const refusal = await ask(at, '/posts', { ...owner, key: keys[2] ?? '' }, items(4));
      expect([refusal.status, codeOf(refusal)]).toEqual([429, 'RATE_LIMITED']);
      expect(source.asked()).toHaveLength(before);
    } finally {
      await at.close();
    }
  });

  it('is used up by each created asset, including copies of one download', async () => {
    const at = await limited(10);
    try {
      const owner = await mintTenant(at);
      const [{ url } = { url: '' }] = items(1);
      const mediaItems = ['One', 'Two', 'Three'].map((altText) => ({ url, altText }));
      expect((await ask(at, '/posts', owner, mediaItems)).status).toBe(201);
      expect(await remaining(at, owner.key)).toBe(5);
    } finally {
      await at.close();
    }
  });

  it('is also used up by a validation, which resolves host names', async () => {
    const at = await limited(10);
    try {
      const owner = await mintTenant(at);
      expect((await ask(at, '/posts/validate', owner, items(4))).status).toBe(200);
      expect(await remaining(at, owner.key)).toBe(4);
      expect(codeOf(await ask(at, '/posts/validate', owner, items(4)))).toBe('RATE_LIMITED');
    } finally {
      await at.close();
    }
  });

  it('is shared by all sessions of a user', async () => {
    const at = await limited(4);
    try {
      const owner = await mintTenant(at);
      const create = async (from: number): Promise<Answer> => {
        const session = await mintSession(at, owner.userId);
        const body = { content: 'Hello', platforms: platforms(owner), mediaItems: items(3, from) };
        return call(at, 'POST', '/posts', { session, body });
      };
      const statuses: number[] = [];
      for (const from of [0, 3, 6]) statuses.push((await create(from)).status);
      expect(statuses).toEqual([201, 201, 429]);
    } finally {
      await at.close();
    }
  });

  it('includes the time, so that a slow copy is aborted in the middle', async () => {
    const owner = await mintTenant(api);
    const { userId, workspaceId } = owner;
    const original = await readMedia(api.deps.db, (await upload(api, owner, await image(9))).id);
    if (original === undefined) throw new Error('no asset');
    const over = new AbortController();
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (let chunks = 0; ; chunks += 1) {
        if (chunks === 3) over.abort(new Error('its time is over'));
        if (chunks > 100) throw new Error('it goes on');
        yield new Uint8Array();
        await setImmediate();
      }
    };
    const storage: Storage = { ...api.deps.media.storage, read: () => Promise.resolve(endless()) };
    const member = {
      workspaceId,
      role: 'OWNER',
      plan: 'SELF_HOSTED',
      requireApproval: false,
      inReach: true,
    } as const;
    const ctx: RequestContext = {
      ...overrideDeps(api.deps, { media: { storage } }),
      requestId: 'req_test',
      actor: { kind: 'session', sessionId: 'ses_test', userId },
      reach: reachOf(userId, [member], 'session'),
    };
    const item = { url: source.at(9), altText: 'A copy', filename: null };
    const copy = ingestCopy(ctx, { workspaceId, item, signal: over.signal }, original);
    await expect(copy).rejects.toThrow('its time is over');
    expect(await api.deps.db.$count(mediaAssets, eq(mediaAssets.workspaceId, workspaceId))).toBe(1);
  });

  it('includes a limit on the time, after which no further host names are resolved', async () => {
    const at = await limited(1_000, 100);
    try {
      let lookUps = 0;
      const check = async (): ReturnType<typeof guarded.check> => {
        lookUps += 1;
        await new Promise((found) => setTimeout(found, 60));
        return { ok: false, reason: 'dns_failed', message: 'Not found.' };
      };
      Object.assign(at.deps.media, { fetch: { openDownload: guarded.openDownload, check } });
      const answer = await ask(at, '/posts/validate', await mintTenant(at), items(50));
      expect(answer.status).toBe(200);
      expect(lookUps).toBeLessThan(20);
    } finally {
      await at.close();
    }
  });
});

describe('the workers that inspect media', () => {
  it('are shared among workspaces, so that one with many files does not delay the others', async () => {
    await using media = createMedia({ workers: 1, queueMax: 40 });
    const bytes = await image(5);
    const order: string[] = [];
    const look = async (owner: string): Promise<void> => {
      await media.probe({ ...sourceOf(bytes), owner });
      order.push(owner);
    };
    const many = Array.from({ length: 20 }, () => look('many'));
    await Promise.all([...many, look('few'), look('few')]);
    expect(order.flatMap((owner, index) => (owner === 'few' ? [index] : []))).toEqual([2, 4]);
  });

  it('refuse a file of the workspace with the most waiting files if no more may wait', async () => {
    await using media = createMedia({ workers: 1, queueMax: 4 });
    const bytes = await image(6);
    const look = (owner: string): Promise<unknown> => media.probe({ ...sourceOf(bytes), owner });
    const many = Promise.allSettled(Array.from({ length: 5 }, () => look('many')));
    expect(await look('few')).toMatchObject({ ok: true });
    expect((await many).map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('fulfilled'),
      'rejected',
    ]);
  });
});

describe('the downloads of one workspace', () => {
  it('leave capacity for the downloads of other workspaces', async () => {
    source.hold();
    const crowd = await mintTenant(api);
    const { key } = crowd;
    const path = `/media/from-url?workspaceId=${crowd.workspaceId}`;
    const before = source.asked().length;
    const held = items(40, 100).map((body) => call(api, 'POST', path, { key, body }));
    await source.untilWaiting(8);
    const other = await mintTenant(api);
    const quick = call(api, 'POST', `/media/from-url?workspaceId=${other.workspaceId}`, {
      key: other.key,
      body: { url: source.at(7) },
    });
    await source.untilWaiting(9);
    expect(source.asked().at(-1)).toBe('/7');
    source.release();
    expect((await quick).status).toBe(201);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 201));
    expect(source.asked().length - before).toBe(41);
  });
});

describe('the downloads of one user', () => {
  it('leave capacity for the downloads of other users, however many workspaces the user has', async () => {
    source.hold();
    const crowd = await mintTenant(api);
    const { key, userId } = crowd;
    const homes = [crowd.workspaceId];
    while (homes.length < 4) homes.push(await mintWorkspaceOf(api, userId));
    const held = homes.flatMap((home, index) =>
      items(10, 200 + 10 * index).map((body) =>
        call(api, 'POST', `/media/from-url?workspaceId=${home}`, { key, body }),
      ),
    );
    await source.untilWaiting(8);
    const other = await mintTenant(api);
    const quick = call(api, 'POST', `/media/from-url?workspaceId=${other.workspaceId}`, {
      key: other.key,
      body: { url: source.at(9) },
    });
    await source.untilWaiting(9);
    expect(source.asked().at(-1)).toBe('/9');
    source.release();
    expect((await quick).status).toBe(201);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 201));
  });
});

describe('a post with media to fetch', () => {
  it('is scheduled like any other', async () => {
    tenant = await mintTenant(api);
    const body = { content: 'Hello', platforms: platforms(tenant), mediaItems: items(4) };
    const answer = await send('POST', '/posts', { ...body, scheduledFor: ahead(api) });
    expect([answer.status, field(answer, 'status')]).toEqual([201, 'SCHEDULED']);
  });
});
