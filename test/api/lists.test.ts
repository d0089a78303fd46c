import { describe, expect, it } from 'vitest';
import { ahead, call, codeOf, field } from '../harness/api.js';
import { addImage } from '../harness/assets.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { mintAccount, mintWorkspaceOf } from '../harness/tenants.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

interface Row {
  id: string;
  status: string;
  scheduledAt: string | null;
}

async function create(extra: object = {}, account = 0): Promise<string> {
  const body = { content: 'x', platforms: [{ accountId: tenant.accountIds[account] }], ...extra };
  return field(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
}

async function page(
  query: string,
  path = '/posts',
): Promise<{ ids: string[]; rows: Row[]; next: string | null }> {
  const answer = await call(api, 'GET', `${path}${query}`, { key: tenant.key });
  expect(answer.status).toBe(200);
  const rows = field<Row[]>(answer, 'data');
  return { ids: rows.map((row) => row.id), rows, next: field(answer, 'nextCursor') };
}

async function allPages(query: string, path = '/posts', between?: () => Promise<void>): Promise<string[]> {
  const ids: string[] = [];
  let { ids: found, next } = await page(query, path);
  ids.push(...found);
  for (let turn = 0; next !== null && turn < 50; turn += 1) {
    await between?.();
    ({ ids: found, next } = await page(`${query}&cursor=${encodeURIComponent(next)}`, path));
    ids.push(...found);
  }
  return ids;
}

describe('paging', () => {
  it('returns every post once, in order, on pages of the requested size', async () => {
    const created: string[] = [];
    for (let index = 0; index < 7; index += 1) created.push(await create());
    expect(await allPages('?limit=3&sort=createdAt')).toEqual(created);
    expect(await allPages('?limit=3')).toEqual([...created].reverse());
    expect((await page('?limit=7')).next).toBeNull();
    expect((await page('?limit=6')).ids).toHaveLength(6);
  });

  it('neither repeats nor skips posts while others are created and deleted between the pages', async () => {
    const created: string[] = [];
    for (let index = 0; index < 6; index += 1) created.push(await create());
    const [, , , fourth = ''] = created;
    let deleted = false;
    const seen = await allPages('?limit=2', '/posts', async () => {
      await create();
      if (!deleted) await call(api, 'DELETE', `/posts/${fourth}`, { key: tenant.key });
      deleted = true;
    });
    const stable = created.filter((id) => id !== fourth).reverse();
    expect(seen.filter((id) => id !== fourth)).toEqual(stable);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('orders posts by scheduled time, with drafts at one end', async () => {
    const draft = await create();
    const late = await create({ scheduledFor: ahead(api, 7_200_000) });
    const early = await create({ scheduledFor: ahead(api, 3_600_000) });
    const ascending = await allPages('?limit=1&sort=scheduledAt');
    expect(ascending.filter((id) => id !== draft)).toEqual([early, late]);
    expect([...ascending].sort()).toEqual([draft, late, early].sort());
    expect((await allPages('?limit=1&sort=-scheduledAt')).filter((id) => id !== draft)).toEqual([
      late,
      early,
    ]);
  });

  it('also works for accounts and workspaces, over all workspaces of the key', async () => {
    const second = await mintWorkspaceOf(api, tenant.userId);
    const fourth = await mintAccount(api, second, 'X');
    const ids = await allPages('?limit=1&sort=createdAt', '/social-accounts');
    expect(ids.sort()).toEqual([...tenant.accountIds, fourth].sort());
    expect(await allPages(`?limit=1&workspaceId=${second}`, '/social-accounts')).toEqual([fourth]);
    expect((await allPages('?limit=1', '/workspaces')).sort()).toEqual([tenant.workspaceId, second].sort());
  });
});

describe('cursors', () => {
  it.each([
    ['another sort', '&sort=createdAt', '/posts'],
    ['other filters', '&status=DRAFT', '/posts'],
    ['another list', '', '/social-accounts'],
  ])('are refused with %s', async (_name, query, path) => {
    await create();
    await create();
    const { next } = await page('?limit=1');
    const answer = await call(api, 'GET', `${path}?limit=1${query}&cursor=${next ?? ''}`, {
      key: tenant.key,
    });
    expect(answer.status).toBe(400);
    expect(field<object[]>(answer, 'details')).toMatchObject([{ path: 'cursor', code: 'invalid_cursor' }]);
  });

  it('are refused if any character was changed', async () => {
    await create();
    await create();
    const { next } = await page('?limit=1');
    const cursor = next ?? '';
    expect(cursor.length).toBeGreaterThan(20);
    for (let index = 0; index < cursor.length; index += 3) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      const answer = await call(api, 'GET', `/posts?limit=1&cursor=${changed}`, { key: tenant.key });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('remain valid if a comma-separated filter is written in another order', async () => {
    await create();
    await create();
    const { next } = await page('?limit=1&status=DRAFT,FAILED');
    expect((await page(`?limit=1&status=FAILED,DRAFT,DRAFT&cursor=${next ?? ''}`)).ids).toHaveLength(1);
  });
});

describe('filters', () => {
  it('select by status, platform, workspace and time', async () => {
    const draft = await create();
    const soon = ahead(api, 3_600_000);
    const scheduled = await create({ scheduledFor: soon }, 1);
    expect((await page('?status=DRAFT')).ids).toEqual([draft]);
    expect((await page('?status=SCHEDULED,PUBLISHED')).ids).toEqual([scheduled]);
    expect((await page('?platform=X')).ids).toEqual([scheduled]);
    expect((await page('?platform=THREADS')).ids).toEqual([]);
    expect((await page(`?workspaceId=${tenant.workspaceId}`)).ids).toHaveLength(2);
    // The bounds are exclusive, and a post without a time matches neither.
    const at = encodeURIComponent(soon);
    expect((await page(`?scheduledAfter=${at}`)).ids).toEqual([]);
    expect((await page(`?scheduledBefore=${at}`)).ids).toEqual([]);
    const earlier = encodeURIComponent(ahead(api, 1_000_000));
    expect((await page(`?scheduledAfter=${earlier}`)).ids).toEqual([scheduled]);
    expect((await page(`?scheduledBefore=${earlier}`)).ids).toEqual([]);
  });

  it('select posts by a media file that the post or one of its targets uses', async () => {
    const [{ id: file }, { id: other }] = [
      await addImage(api.deps, tenant),
      await addImage(api.deps, tenant),
    ];
    const ofAll = await create({ mediaIds: [file] });
    const targets = [{ socialAccountId: tenant.accountIds[0], mediaIds: [file] }];
    const body = { caption: 'x', targets };
    const ofOneTarget = field(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
    await create({ mediaIds: [other] });
    await create();
    expect((await page(`?mediaId=${file}&sort=createdAt`)).ids).toEqual([ofAll, ofOneTarget]);
    expect(await allPages(`?mediaId=${file}&sort=createdAt&limit=1`)).toEqual([ofAll, ofOneTarget]);
    expect((await page('?mediaId=med_nobodyhas')).ids).toEqual([]);
  });
});
