import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/routes/index.js';
import {
  comments,
  memberships,
  postEvents,
  posts,
  socialAccounts,
  workspaces,
} from '../../src/db/schema/index.js';
import { createRandom, type Random } from '../faults/random.js';
import { call, codeOf, field, type Answer } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';

const api = useTestApi();

const rowCount = 250;
const pageSize = 25;
/** There are so few times that every page begins and ends between rows of the same time. */
const distinctTimes = 10;
const firstMs = Date.UTC(2030, 0, 1);
const seeds = [11, 23];

type Row = Record<string, unknown>;

/** A list, and how its rows are added, changed and removed directly in the database while pages are read. */
interface List {
  path: string;
  sorts: readonly string[];
  /** The value that the rows are ordered by, as in the response. */
  keyOf: (row: Row, sort: string) => string | null;
  idOf: (row: Row) => string;
  add: (ids: string[], timeOf: () => Date, tenant: Tenant, random: Random) => Promise<unknown>;
  update?: (ids: string[]) => Promise<unknown>;
  remove?: (ids: string[]) => Promise<unknown>;
}

const byId = (row: Row): string => String(row['id']);
const byCreation = (row: Row): string => String(row['createdAt']);
const idsIn = (ids: string[]) =>
  sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );

const postList: List = {
  path: '/posts',
  sorts: ['createdAt', '-createdAt', 'scheduledAt', '-scheduledAt'],
  keyOf: (row, sort) => row[sort.replace('-', '')] as string | null,
  idOf: byId,
  add: (ids, timeOf, { workspaceId, userId }, random) =>
    api.deps.db.insert(posts).values(
      ids.map((id) => ({
        id,
        workspaceId,
        createdByUserId: userId,
        status: 'DRAFT' as const,
        caption: id,
        scheduledAt: random.chance(0.2) ? null : timeOf(),
        generation: 0,
        createdViaApi: true,
        createdViaFlatShape: true,
        createdAt: timeOf(),
        updatedAt: timeOf(),
      })),
    ),
  update: (ids) =>
    api.deps.db.execute(
      sql`update posts set caption = 'changed', updated_at = now() where id in (${idsIn(ids)})`,
    ),
  remove: (ids) => api.deps.db.execute(sql`update posts set deleted_at = now() where id in (${idsIn(ids)})`),
};

const accountList: List = {
  path: '/social-accounts',
  sorts: ['createdAt', '-createdAt'],
  keyOf: byCreation,
  idOf: byId,
  add: (ids, timeOf, { workspaceId }) =>
    api.deps.db.insert(socialAccounts).values(
      ids.map((id) => ({
        id,
        workspaceId,
        platform: 'X' as const,
        externalAccountId: id,
        handle: 'tester',
        status: 'ACTIVE' as const,
        sandbox: true,
        credentialsVersion: 1,
        createdAt: timeOf(),
        updatedAt: timeOf(),
      })),
    ),
  update: (ids) =>
    api.deps.db.execute(sql`update social_accounts set handle = 'changed' where id in (${idsIn(ids)})`),
  remove: (ids) =>
    api.deps.db.execute(sql`update social_accounts set deleted_at = now() where id in (${idsIn(ids)})`),
};

const commentList: List = {
  path: '/comments',
  sorts: ['postedAt', '-postedAt'],
  keyOf: (row) => String(row['postedAt']),
  idOf: byId,
  add: (ids, timeOf, { workspaceId, accountIds }) =>
    api.deps.db.insert(comments).values(
      ids.map((id) => ({
        id,
        workspaceId,
        socialAccountId: accountIds[0],
        platform: 'BLUESKY' as const,
        externalPostId: 'there-post',
        externalCommentId: `there-${id}`,
        text: 'How nice',
        mine: false,
        canReply: true,
        postedAt: timeOf(),
        createdAt: timeOf(),
        updatedAt: timeOf(),
      })),
    ),
  update: (ids) => api.deps.db.execute(sql`update comments set read_at = now() where id in (${idsIn(ids)})`),
  remove: (ids) => api.deps.db.execute(sql`delete from comments where id in (${idsIn(ids)})`),
};

const workspaceList: List = {
  path: '/workspaces',
  sorts: ['createdAt', '-createdAt'],
  keyOf: byCreation,
  idOf: byId,
  add: async (ids, timeOf, { userId }) => {
    await api.deps.db.insert(workspaces).values(
      ids.map((id) => ({
        id,
        name: 'A workspace',
        slug: id,
        plan: 'SELF_HOSTED' as const,
        createdAt: timeOf(),
        updatedAt: timeOf(),
      })),
    );
    await api.deps.db.insert(memberships).values(
      ids.map((id) => ({
        id: `mem_${id}`,
        workspaceId: id,
        userId,
        role: 'OWNER' as const,
        createdAt: timeOf(),
      })),
    );
  },
  update: (ids) =>
    api.deps.db.execute(sql`update workspaces set name = 'changed' where id in (${idsIn(ids)})`),
  // Without the membership, the workspace disappears from the caller's list.
  remove: (ids) => api.deps.db.execute(sql`delete from memberships where workspace_id in (${idsIn(ids)})`),
};

/** Append-only. Its rows have no id, so the id of the request is used instead. */
function timelineOf(postId: string): List {
  return {
    path: `/posts/${postId}/timeline`,
    sorts: ['at', '-at'],
    keyOf: (row) => String(row['at']),
    idOf: (row) => String(row['requestId']),
    add: (ids, timeOf) =>
      api.deps.db.insert(postEvents).values(
        ids.map((requestId) => ({
          postId,
          at: timeOf(),
          kind: 'EDITED' as const,
          actorKind: 'system' as const,
          actorId: 'api',
          requestId,
          detail: {},
        })),
      ),
  };
}

interface Walk {
  seen: Row[];
  /** The ids of the rows that existed from the first page to the last. */
  stayed: string[];
}

/** Reads the list page by page while rows are added, changed and removed between the pages. */
async function walk(list: List, sort: string, seed: number, tenant: Tenant): Promise<Walk> {
  const random = createRandom(seed);
  const timeOf = (): Date => new Date(firstMs + Math.floor(random.between(0, distinctTimes)) * 1_000);
  let number = 0;
  const mint = (count: number): string[] =>
    // The order of ids must not be the order of creation.
    Array.from({ length: count }, () => `r${Math.floor(random.next() * 1e9)}s${seed}n${(number += 1)}`);
  const present = mint(rowCount).map((id) => `${id}${tenant.userId.slice(-8)}`);
  await list.add(present, timeOf, tenant, random);
  const removed = new Set<string>();
  const some = (count: number): string[] =>
    Array.from({ length: count }, () => present[Math.floor(random.next() * present.length)] ?? '');

  const seen: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = `?limit=${pageSize}&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: Answer = await call(api, 'GET', `${list.path}${query}`, { key: tenant.key });
    expect(page.status).toBe(200);
    seen.push(...field<Row[]>(page, 'data'));
    cursor = field<string | null>(page, 'nextCursor');
    await list.add(
      mint(4).map((id) => `${id}${tenant.userId.slice(-8)}`),
      timeOf,
      tenant,
      random,
    );
    await list.update?.(some(5));
    const gone = list.remove === undefined ? [] : some(3);
    if (gone.length > 0) await list.remove?.(gone);
    for (const id of gone) removed.add(id);
  }
  return { seen, stayed: present.filter((id) => !removed.has(id)) };
}

function expectOrdered(keys: (string | null)[], sort: string): void {
  // Like in Postgres, rows without a time come last when ascending.
  const ranks = keys.map((key) => (key === null ? Infinity : Date.parse(key)));
  const ordered = [...ranks].sort((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  expect(ranks).toEqual(sort.startsWith('-') ? ordered.reverse() : ordered);
}

const cases = [postList, accountList, commentList, workspaceList].flatMap((list) =>
  list.sorts.flatMap((sort) => seeds.map((seed) => ({ path: list.path, list: () => list, sort, seed }))),
);
const timelineCases = ['at', '-at'].flatMap((sort) => seeds.map((seed) => ({ sort, seed })));

describe(`a list of ${rowCount} rows that change while it is paged`, () => {
  async function check(list: List, sort: string, seed: number, tenant: Tenant): Promise<void> {
    const { seen, stayed } = await walk(list, sort, seed, tenant);
    const ids = seen.map(list.idOf);
    expect(new Set(ids).size).toBe(ids.length);
    const found = new Set(ids);
    expect(stayed.length).toBeGreaterThan(rowCount / 2);
    expect(stayed.filter((id) => !found.has(id))).toEqual([]);
    expectOrdered(
      seen.map((row) => list.keyOf(row, sort)),
      sort,
    );
  }

  it.each(cases)(
    '$path by $sort, seed $seed: no row is repeated, and no row that remained is skipped',
    async (one) => {
      await check(one.list(), one.sort, one.seed, await mintTenant(api));
    },
  );

  it.each(timelineCases)(
    'a timeline by $sort, seed $seed: no row is repeated or skipped',
    async ({ sort, seed }) => {
      const tenant = await mintTenant(api);
      await check(timelineOf(await api.draft(tenant)), sort, seed, tenant);
    },
  );
});

describe('filters', () => {
  it('select posts by account and time of creation', async () => {
    const tenant = await mintTenant(api);
    const postId = await api.draft(tenant);
    const ids = async (query: string): Promise<string[]> =>
      field<{ id: string }[]>(await call(api, 'GET', `/posts${query}`, { key: tenant.key }), 'data').map(
        ({ id }) => id,
      );
    const post = await call(api, 'GET', `/posts/${postId}`, { key: tenant.key });
    const createdAt = encodeURIComponent(field<string>(post, 'createdAt'));
    expect(await ids(`?socialAccountId=${tenant.accountIds[0]}`)).toEqual([postId]);
    expect(await ids(`?socialAccountId=${tenant.accountIds[1]}`)).toEqual([]);
    expect(await ids(`?createdAfter=${createdAt}`)).toEqual([]);
    expect(await ids(`?createdBefore=${createdAt}`)).toEqual([]);
    expect(await ids('?createdAfter=2020-01-01T00:00:00Z&createdBefore=2999-01-01T00:00:00Z')).toEqual([
      postId,
    ]);
  });

  it('select workspaces by role, and a timeline by kind and target', async () => {
    const tenant = await mintTenant(api, 'EDITOR');
    const postId = await api.draft(tenant);
    const count = async (path: string): Promise<number> =>
      field<object[]>(await call(api, 'GET', path, { key: tenant.key }), 'data').length;
    expect(await count('/workspaces?role=EDITOR,OWNER')).toBe(1);
    expect(await count('/workspaces?role=OWNER')).toBe(0);
    expect(await count(`/posts/${postId}/timeline?kind=CREATED,PUBLISHED`)).toBe(1);
    expect(await count(`/posts/${postId}/timeline?kind=PUBLISHED`)).toBe(0);
    expect(await count(`/posts/${postId}/timeline?targetId=tgt_other0000000`)).toBe(0);
  });
});

/** Every list that a key may read, so that a new one is checked without an entry here. */
const lists = operations.filter(({ route }) => {
  const parameters = JSON.stringify(
    Object.keys((route.request?.query as { shape?: object } | undefined)?.shape ?? {}),
  );
  return (
    route.method === 'get' &&
    parameters.includes('"cursor"') &&
    JSON.stringify(route.security).includes('"bearer"')
  );
});

describe('the parameters of each list', () => {
  const named = lists.map(({ route }) => ({ id: route.operationId ?? '', path: route.path }));

  async function pathOf(tenant: Tenant, path: string): Promise<{ path: string; and: string }> {
    const filled = path
      .replace('/workspaces/{id}', `/workspaces/${tenant.workspaceId}`)
      .replace('/posts/{id}', `/posts/${await api.draft(tenant)}`)
      .replace('/comments/{id}', `/comments/${await mintComment(api, tenant)}`);
    // The media library needs a workspaceId.
    return path === '/media'
      ? { path: `${filled}?workspaceId=${tenant.workspaceId}`, and: '&' }
      : { path: filled, and: '?' };
  }

  it('are covered by at least one case of this test', () => {
    expect(named.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'listPosts',
        'listComments',
        'listSocialAccounts',
        'listWorkspaces',
        'getPostTimeline',
      ]),
    );
  });

  it.each(named)('$id refuses wrong values with their exact paths', async (list) => {
    const tenant = await mintTenant(api);
    const { path, and } = await pathOf(tenant, list.path);
    const wrong: [string, string][] = [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['sort=nonsense', 'sort'],
      ['cursor=nonsense', 'cursor'],
      ['cursor=e30.AAAA', 'cursor'],
      ['surprise=1', 'surprise'],
    ];
    for (const [query, at] of wrong) {
      const answer = await call(api, 'GET', `${path}${and}${query}`, { key: tenant.key });
      expect([query, answer.status, codeOf(answer)]).toEqual([query, 400, 'VALIDATION_FAILED']);
      expect(field<{ path: string }[]>(answer, 'details').map((detail) => detail.path)).toEqual([at]);
    }
    for (const query of ['limit=100', 'limit=', 'cursor=']) {
      expect((await call(api, 'GET', `${path}${and}${query}`, { key: tenant.key })).status, query).toBe(200);
    }
  });

  it('are refused if they have an unknown value, with the name of the parameter', async () => {
    const tenant = await mintTenant(api);
    const postId = await api.draft(tenant);
    const wrong: [string, string][] = [
      ['/posts?status=DRAFT,NONSENSE', 'status'],
      ['/posts?status=draft', 'status'],
      ['/posts?platform=MYSPACE', 'platform'],
      ['/posts?scheduledAfter=yesterday', 'scheduledAfter'],
      ['/social-accounts?status=FINE', 'status'],
      ['/workspaces?role=KING', 'role'],
      [`/posts/${postId}/timeline?kind=NONSENSE`, 'kind'],
    ];
    for (const [path, name] of wrong) {
      const answer = await call(api, 'GET', path, { key: tenant.key });
      expect([path, answer.status]).toEqual([path, 400]);
      const [detail] = field<{ path: string }[]>(answer, 'details');
      expect(detail?.path.split('.')[0]).toBe(name);
    }
  });

  it('are refused with a cursor of another user', async () => {
    const [tenant, stranger] = [await mintTenant(api), await mintTenant(api)];
    for (const owner of [tenant, stranger]) {
      await api.draft(owner);
      await api.draft(owner);
    }
    const cursor = field<string>(await call(api, 'GET', '/posts?limit=1', { key: tenant.key }), 'nextCursor');
    const path = `/posts?limit=1&cursor=${cursor}`;
    expect((await call(api, 'GET', path, { key: tenant.key })).status).toBe(200);
    const foreign = await call(api, 'GET', path, { key: stranger.key });
    expect([foreign.status, codeOf(foreign)]).toEqual([400, 'VALIDATION_FAILED']);
  });
});
