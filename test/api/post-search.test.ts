import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/concurrency/fair-queue.js';
import {
  captionCharsMax,
  searchedPostsPerPageMax,
  searchedTextBytesPerPageMax,
  searchMsMax,
} from '../../src/domain/limits.js';
import type { Db, Tx } from '../../src/db/client.js';
import { call, codeOf, field, startTestApi, type Answer } from '../harness/api.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
let tenant: Tenant;
beforeEach(async () => {
  tenant = await mintTenant(api);
});

const list = (query: Record<string, string>): Promise<Answer> =>
  call(api, 'GET', `/posts?${new URLSearchParams(query).toString()}`, { key: tenant.key });
const idsOf = (answer: Answer): string[] => {
  expect(answer.status, answer.text).toBe(200);
  return field<{ id: string }[]>(answer, 'data').map(({ id }) => id);
};
/** Wraps a database so that `pause` runs once after a statement of raw SQL, such as the one that reads a page. */
function withPause(db: Db, pause: () => Promise<void>): Db {
  const paused = <Q extends Db | Tx>(on: Q): Q =>
    new Proxy(on, {
      get(target, key) {
        if (key === 'execute')
          return async (query: Parameters<Db['execute']>[0]) => {
            const rows = await target.execute(query);
            await pause();
            return rows;
          };
        if (key === 'transaction')
          return (work: (tx: Tx) => Promise<unknown>, config: Parameters<Db['transaction']>[1]) =>
            db.transaction((tx) => work(paused(tx)), config);
        return Reflect.get(target, key, target) as unknown;
      },
    });
  return paused(db);
}

const edit = (postId: string, body: object): Promise<Answer> =>
  call(api, 'PATCH', `/posts/${postId}`, { key: tenant.key, body });

describe('the metadata of a post', () => {
  it('are stored, returned, replaced as a whole, and kept by an update without them', async () => {
    const metadata = { campaign: 'spring', 'order.id_1-2': '4711', empty: '' };
    const postId = await api.draft(tenant, { metadata });
    const read = (): Promise<Answer> => call(api, 'GET', `/posts/${postId}`, { key: tenant.key });
    expect(field(await read(), 'metadata')).toEqual(metadata);
    const edited = await edit(postId, { content: 'Other' });
    expect(field(edited, 'metadata')).toEqual(metadata);
    const replaced = await edit(postId, { metadata: { campaign: 'summer' } });
    expect(field(replaced, 'metadata')).toEqual({ campaign: 'summer' });
    const same = await edit(postId, { metadata: { campaign: 'summer' } });
    expect(field(same, 'updatedAt')).toBe(field(replaced, 'updatedAt'));
    expect(field(await edit(postId, { metadata: {} }), 'metadata')).toEqual({});
    expect(field(await call(api, 'GET', '/posts', { key: tenant.key }), 'data')).toMatchObject([
      { metadata: {} },
    ]);
  });

  it('can be changed without replacing the run of the post', async () => {
    const postId = await api.schedule(tenant);
    const runsBefore = api.starter.starts.length;
    const edited = await edit(postId, { metadata: { campaign: 'spring' } });
    expect(field(edited, 'workflowId')).toBe(`publish-post:${postId}:1`);
    expect(api.starter.starts).toHaveLength(runsBefore);
  });

  it.each([
    ['more than twenty entries', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v']))],
    ['a key that is too long', { ['k'.repeat(41)]: 'v' }],
    ['a key with a blank', { 'a b': 'v' }],
    ['an empty key', { '': 'v' }],
    ['a value that is too long', { key: 'v'.repeat(501) }],
    ['a number', { key: 1 }],
    ['a list', []],
  ])('may not contain %s', async (_what, metadata) => {
    const body = { platforms: [{ accountId: tenant.accountIds[0] }], metadata };
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(answer, 'details')[0]?.path).toMatch(/^metadata/);
  });

  it.each([
    [
      'a key with a blank',
      { 'a b': 'v' },
      'A key must have 1 to 40 characters: letters (A-Z, a-z), digits, _, . and -.',
    ],
    ['a list', [], 'Must be an object.'],
  ])('are refused with a message about %s', async (_what, metadata, message) => {
    const body = { platforms: [{ accountId: tenant.accountIds[0] }], metadata };
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
    expect(field<{ message: string }[]>(answer, 'details')[0]?.message).toBe(message);
  });

  it('may be null when a post is created, which means none', async () => {
    const body = { platforms: [{ accountId: tenant.accountIds[0] }], metadata: null };
    const answer = await call(api, 'POST', '/posts', { key: tenant.key, body });
    expect([answer.status, field(answer, 'metadata')]).toEqual([201, {}]);
  });

  it('may have as many entries and as long values as documented', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n}`.padEnd(40, 'k'), '😀'.repeat(500)]),
    );
    const postId = await api.draft(tenant, { metadata });
    expect(field(await call(api, 'GET', `/posts/${postId}`, { key: tenant.key }), 'metadata')).toEqual(
      metadata,
    );
  });

  it('find a post by one key and its value', async () => {
    const spring = await api.draft(tenant, { metadata: { campaign: 'spring', a: '1' } });
    await api.draft(tenant, { metadata: { campaign: 'springtime' } });
    await api.draft(tenant, { metadata: { other: 'spring' } });
    await api.draft(tenant);
    const stranger = await mintTenant(api);
    await api.draft(stranger, { metadata: { campaign: 'spring' } });
    expect(idsOf(await list({ metadataKey: 'campaign', metadataValue: 'spring' }))).toEqual([spring]);
    expect(idsOf(await list({ metadataKey: 'campaign', metadataValue: 'autumn' }))).toEqual([]);
    for (const half of [{ metadataKey: 'campaign' }, { metadataValue: 'spring' }]) {
      expect(codeOf(await list(half as Record<string, string>))).toBe('VALIDATION_FAILED');
    }
    expect(codeOf(await list({ metadataKey: 'a b', metadataValue: 'x' }))).toBe('VALIDATION_FAILED');
    expect(codeOf(await list({ metadataKey: 'a', metadataValue: '\u0000' }))).toBe('VALIDATION_FAILED');
  });

  it('are found by an index, without reading every post', async () => {
    const { db } = api.deps;
    await db.execute(sql`
      insert into posts (id, workspace_id, created_by_user_id, status, caption, generation, metadata,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select 'post_many' || n, ${tenant.workspaceId}, ${tenant.userId}, 'DRAFT', 'One of many', 0,
        jsonb_build_object('order', n::text), true, true, now(), now()
      from generate_series(1, 5000) n`);
    await db.execute(sql`analyze posts`);
    expect(idsOf(await list({ metadataKey: 'order', metadataValue: '4711' }))).toEqual(['post_many4711']);
    const plan = await db.execute<{ 'QUERY PLAN': string }>(sql`
      explain select id from posts where workspace_id = ${tenant.workspaceId} and deleted_at is null
        and metadata @> '{"order": "4711"}'::text::jsonb and metadata <> '{}'::jsonb
      order by created_at desc, id desc limit 26`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('posts_metadata');
  });
});

describe('the search in captions', () => {
  it('finds text of the post and of its targets, regardless of case', async () => {
    const [first] = tenant.accountIds;
    const own = await api.draft(tenant, { content: 'A Summer Sale' });
    const ofTarget = await api.draft(tenant, {
      content: 'Nothing',
      platforms: [{ accountId: first, captionOverride: 'the SUMMER sale here' }],
    });
    await api.draft(tenant, { content: 'Winter' });
    const stranger = await mintTenant(api);
    await api.draft(stranger, { content: 'A Summer Sale' });
    expect(idsOf(await list({ q: 'summer sale' }))).toEqual([ofTarget, own]);
    expect(idsOf(await list({ q: 'summer sale', status: 'SCHEDULED' }))).toEqual([]);
    expect(idsOf(await list({ q: 'autumn' }))).toEqual([]);
  });

  it('treats every character literally', async () => {
    const percent = await api.draft(tenant, { content: 'Now 50% off' });
    const under = await api.draft(tenant, { content: 'snake_case' });
    const slash = await api.draft(tenant, { content: 'C:\\temp' });
    await api.draft(tenant, { content: 'Now 50 off snakeXcase C:/temp' });
    for (const [q, found] of [
      ['50% o', percent],
      ['e_c', under],
      [':\\t', slash],
    ] as const) {
      expect(idsOf(await list({ q })), q).toEqual([found]);
    }
    expect(idsOf(await list({ q: "'; drop table posts" }))).toEqual([]);
  });

  it('requires 2 to 100 characters', async () => {
    for (const q of ['a', 'a'.repeat(101), 'a\u0000b'])
      expect(codeOf(await list({ q })), JSON.stringify(q)).toBe('VALIDATION_FAILED');
    // An empty parameter counts as missing.
    expect((await list({ q: '' })).status).toBe(200);
    expect(idsOf(await list({ q: '😀'.repeat(100) }))).toEqual([]);
  });

  it('returns pages, and scans a limited number of posts for each', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.unshift(await api.draft(tenant, { content: `needle ${n}` }));
    const first = await list({ q: 'needle', limit: '2' });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const cursor = field<string>(first, 'nextCursor');
    expect(codeOf(await list({ q: 'other', limit: '2', cursor }))).toBe('VALIDATION_FAILED');
    const second = await list({ q: 'needle', limit: '2', cursor });
    expect([idsOf(second), field(second, 'nextCursor')]).toEqual([ids.slice(2), null]);

    await api.deps.db.execute(sql`
      insert into posts (id, workspace_id, created_by_user_id, status, caption, generation,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select 'post_hay' || n, ${tenant.workspaceId}, ${tenant.userId}, 'DRAFT', 'Hay', 0, true, true,
        now() + interval '1 hour', now()
      from generate_series(1, ${searchedPostsPerPageMax}) n`);
    const hay = await list({ q: 'needle' });
    expect(idsOf(hay)).toEqual([]);
    const behind = await list({ q: 'needle', cursor: field(hay, 'nextCursor') });
    expect([idsOf(behind), field(behind, 'nextCursor')]).toEqual([ids, null]);
  });

  it('skips no post if another one is deleted while a page is read', async () => {
    const needle = await api.draft(tenant, { content: 'needle' });
    await api.deps.db.execute(sql`
      insert into posts (id, workspace_id, created_by_user_id, status, caption, generation,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select 'post_straw' || n, ${tenant.workspaceId}, ${tenant.userId}, 'DRAFT', 'Hay', 0, true, true,
        now() + interval '1 hour', now()
      from generate_series(1, ${searchedPostsPerPageMax}) n`);
    const removed = async (): Promise<void> => {
      await api.deps.db.execute(sql`delete from posts where id = 'post_straw1'`);
    };
    const paused = withPause(api.deps.db, removed);
    const second = await startTestApi({ db: paused }, { databaseUrl: api.databaseUrl });
    try {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const query = new URLSearchParams({ q: 'needle', ...(cursor !== null && { cursor }) });
        const page: Answer = await call(second, 'GET', `/posts?${query.toString()}`, { key: tenant.key });
        found.push(...idsOf(page));
        cursor = field<string | null>(page, 'nextCursor');
      } while (cursor !== null);
      expect(found).toEqual([needle]);
    } finally {
      await second.close();
    }
  });

  it('scans a limited amount of text for each page, and continues on the next one', async () => {
    const needle = await api.draft(tenant, { content: 'needle' });
    // These posts fill three pages, and are newer than the wanted one.
    const posts = Math.ceil((3 * searchedTextBytesPerPageMax) / captionCharsMax);
    await api.deps.db.execute(sql`
      insert into posts (id, workspace_id, created_by_user_id, status, caption, generation,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select 'post_long' || n, ${tenant.workspaceId}, ${tenant.userId}, 'DRAFT', repeat('a', ${captionCharsMax}), 0,
        true, true, now() + interval '1 hour', now()
      from generate_series(1, ${posts}) n`);
    const found: string[] = [];
    let [pages, cursor] = [0, null as string | null];
    do {
      const page: Answer = await list({ q: 'needle', ...(cursor !== null && { cursor }) });
      found.push(...idsOf(page));
      cursor = field<string | null>(page, 'nextCursor');
      pages += 1;
    } while (cursor !== null);
    expect(found).toEqual([needle]);
    expect(pages).toBe(4);
  });

  it('has a time limit, and its error explains how to narrow the query', async () => {
    await api.draft(tenant, { content: 'needle' });
    const held = await api.deps.db.$client.reserve();
    try {
      await held.unsafe('begin; lock table posts in access exclusive mode');
      const answer = await list({ q: 'needle' });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
      expect(field(answer, 'details')).toMatchObject([{ path: 'q', code: 'too_expensive' }]);
    } finally {
      await held.unsafe('rollback');
      held.release();
    }
    expect((await list({ q: 'needle' })).status).toBe(200);
  });

  it('applies its time limit to all of its statements together', async () => {
    await api.draft(tenant, { content: 'needle' });
    let clock: { shiftMs: number } | undefined;
    const slow = withPause(api.deps.db, () => {
      if (clock !== undefined) clock.shiftMs += searchMsMax / 2;
      return Promise.resolve();
    });
    const second = await startTestApi({ db: slow }, { databaseUrl: api.databaseUrl });
    try {
      clock = second.clock;
      const answer = await call(second, 'GET', '/posts?q=needle', { key: tenant.key });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
      expect(field(answer, 'details')).toMatchObject([{ path: 'q', code: 'too_expensive' }]);
    } finally {
      await second.close();
    }
  });

  it('waits for another search of the same user, but delays no other user', async () => {
    const searches = createFairQueue({ slots: 2, slotsPerOwnerMax: 1, waitingMax: 0 });
    const second = await startTestApi({ searches }, { databaseUrl: api.databaseUrl });
    try {
      const end = await searches.take(tenant.userId);
      const search = (key: string) => call(second, 'GET', '/posts?q=needle', { key });
      const refused = await search(tenant.key);
      expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(refused.body).toMatchObject({ policy: 'searches', limit: 1, remaining: 0, windowMs: null });
      expect(refused.headers.get('ratelimit-policy')).toContain('"searches";q=1');
      expect(refused.headers.get('ratelimit')).toContain('"searches";r=0;t=1');
      expect(refused.headers.get('x-ratelimit-limit')).toBe('1');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await call(second, 'GET', '/posts', { key: tenant.key })).status).toBe(200);
      expect((await search((await mintTenant(api)).key)).status).toBe(200);
      end();
      expect((await search(tenant.key)).status).toBe(200);
    } finally {
      await second.close();
    }
  });
});
