import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { calendarPageMax } from '../../src/domain/limits.js';
import { call, codeOf, field } from '../harness/api.js';
import { insertPostsLike } from '../harness/many-posts.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

interface Page {
  data: { id: string; caption: string | null; targets: object[]; media: object[] }[];
  nextCursor: string | null;
}

const pathOf = (after: string, before: string, more = ''): string =>
  `/calendar?workspaceId=${tenant.workspaceId}&scheduledAfter=${after}&scheduledBefore=${before}${more}`;

async function list(path: string): Promise<Page> {
  const session = await mintSession(api, tenant.userId);
  const answer = await call(api, 'GET', path, { session });
  expect(answer.status).toBe(200);
  return answer.body as Page;
}

async function plan(draftScheduledFor: string, fields: object = {}): Promise<string> {
  const platforms = [{ accountId: tenant.accountIds[0] }];
  const body = { content: 'x', platforms, draftScheduledFor, ...fields };
  return field(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
}

describe('the list of a calendar', () => {
  it('has the posts between two times, the earliest first, with a few fields of each', async () => {
    const text = 'a'.repeat(300);
    const [, accountId] = tenant.accountIds;
    await plan('2031-03-01T00:00:00Z');
    const second = await plan('2031-03-09T09:00:00Z', {
      platforms: [{ accountId, captionOverride: 'Here' }],
    });
    const first = await plan('2031-03-08T09:00:00Z', { content: text });
    await plan('2031-04-01T00:00:00Z');
    const { data, nextCursor } = await list(pathOf('2031-03-01T00:00:00Z', '2031-04-01T00:00:00Z'));
    expect(nextCursor).toBeNull();
    expect(data).toMatchObject([
      { id: first, caption: 'a'.repeat(280), targets: [{ socialAccountId: tenant.accountIds[0] }] },
      { id: second, targets: [{ captionOverride: 'Here', status: 'DRAFT', errorCode: null }] },
    ]);
    expect(Object.keys(data[0] ?? {}).toSorted()).toEqual([
      'approvedAt',
      'caption',
      'id',
      'media',
      'scheduledAt',
      'status',
      'targets',
      'timezone',
      'updatedAt',
    ]);
  });

  it('has a month of hundreds of posts on one page, and thousands on several', async () => {
    const id = await plan('2032-01-15T12:00:00Z');
    const sql = postgres(api.databaseUrl, { max: 1 });
    await insertPostsLike(sql, id, { count: calendarPageMax + 1, from: '2032-05-01' });
    await sql.end();
    const may = ['2032-05-01T00:00:00Z', '2032-06-01T00:00:00Z'] as const;
    const { data, nextCursor } = await list(pathOf(...may));
    expect(data).toHaveLength(calendarPageMax);
    const rest = await list(pathOf(...may, `&cursor=${nextCursor}`));
    expect(rest.data).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
    expect(new Set([...data, ...rest.data].map((post) => post.id)).size).toBe(calendarPageMax + 1);
  });

  it('says of a thread what its first part that is not public has', async () => {
    const id = await plan('2033-01-15T12:00:00Z');
    const sql = postgres(api.databaseUrl, { max: 1 });
    await sql`update publications set status = 'PUBLISHED' where post_id = ${id}`;
    await sql`
      insert into publications select (jsonb_populate_record(t, jsonb_build_object('id', t.id || 'x', 'post_id', null,
        'target_id', t.id, 'order', 1, 'step', 'PART_2', 'status', 'FAILED', 'error_code', 'PLATFORM_AUTH_FAILED'))).*
      from publications t where t.post_id = ${id}`;
    await sql.end();
    const { data } = await list(pathOf('2033-01-01T00:00:00Z', '2033-02-01T00:00:00Z'));
    expect(data).toMatchObject([{ id, targets: [{ status: 'FAILED', errorCode: 'PLATFORM_AUTH_FAILED' }] }]);
  });

  it('is for sessions of members only', async () => {
    const path = pathOf('2031-03-01T00:00:00Z', '2031-04-01T00:00:00Z');
    expect(codeOf(await call(api, 'GET', path, { key: tenant.key }))).toBe('INSUFFICIENT_ROLE');
    const stranger = await mintSession(api, (await mintTenant(api)).userId);
    expect(codeOf(await call(api, 'GET', path, { session: stranger }))).toBe('FORBIDDEN_WORKSPACE');
  });
});
