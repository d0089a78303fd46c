import { eq, sql, type SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { apiKeys, posts } from '../../src/db/schema/index.js';
import { revokedApiKeysPerUserMax, runsPerPostMax, workspaceCountsMax } from '../../src/domain/limits.js';
import { ahead, call, codeOf, field, type Answer } from '../harness/api.js';
import { createScriptedConnect, registryOf } from '../harness/scripted-connect.js';
import { mintAccount } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const x = createScriptedConnect('X');
const api = useTestApi();
/** The same installation, with a platform that can be connected. */
const connectApi = useTestApi({ platforms: registryOf(x) }, () => ({ databaseUrl: api.databaseUrl }));
const tenant = useTenant(api, { each: true });
const { socialAccounts, waitingPosts, mediaAssets, openConnectSessions } = workspaceCountsMax;

const post = (path: string, body: object = {}): Promise<Answer> =>
  call(api, 'POST', path, { key: tenant.key, body });

function expectRefused(answer: Answer, code: string, limit: number): void {
  expect([answer.status, codeOf(answer)], answer.text).toEqual([400, 'VALIDATION_FAILED']);
  expect(field(answer, 'details')).toMatchObject([{ code, limit }]);
}

/** Inserts as many rows as that many requests leave, in parts, so that no statement exceeds its time limit. */
async function fill(count: number, insert: (from: number, to: number) => SQL): Promise<void> {
  for (let from = 1; from <= count; from += partMax) {
    await api.deps.db.execute(insert(from, Math.min(from + partMax - 1, count)));
  }
}
const partMax = 20_000;

it('the number of scheduled posts in a workspace is limited', async () => {
  await fill(
    waitingPosts,
    (from, to) => sql`
      insert into posts (id, workspace_id, created_by_user_id, status, scheduled_at, caption, generation,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select ${`${tenant.workspaceId}_`}::text || n, ${tenant.workspaceId}, ${tenant.userId}, 'SCHEDULED',
        now() + interval '1 year', 'x', 1, true, true, now(), now() from generate_series(${from}::int, ${to}::int) n`,
  );
  const [accountId] = tenant.accountIds;
  const content = { content: 'x', platforms: [{ accountId }] };
  expectRefused(
    await post('/posts', { ...content, scheduledFor: ahead(api) }),
    'too_many_waiting_posts',
    waitingPosts,
  );
  const draft = await post('/posts', content);
  expect(draft.status).toBe(201);
  const path = `/posts/${field<string>(draft, 'id')}/schedule`;
  expectRefused(await post(path, { scheduledAt: ahead(api) }), 'too_many_waiting_posts', waitingPosts);
  const usage = await call(api, 'GET', `/workspaces/${tenant.workspaceId}/usage`, { key: tenant.key });
  expect(field(usage, 'waitingPosts')).toEqual({ used: waitingPosts, max: waitingPosts });
});

it('a post can be scheduled and moved a limited number of times', async () => {
  const postId = await api.schedule(tenant);
  await api.deps.db
    .update(posts)
    .set({ generation: runsPerPostMax - 1 })
    .where(eq(posts.id, postId));
  const move = (aheadMs: number) => post(`/posts/${postId}/reschedule`, { scheduledAt: ahead(api, aheadMs) });
  expect((await move(7_200_000)).status).toBe(200);
  expectRefused(await move(10_800_000), 'too_many_runs', runsPerPostMax);
  expect((await post(`/posts/${postId}/cancel`)).status).toBe(200);
});

it('the number of media files in a workspace is limited', async () => {
  await fill(
    mediaAssets,
    (from, to) => sql`
      insert into media_assets (id, workspace_id, kind, status, size_bytes, created_at, updated_at)
      select ${`${tenant.workspaceId}_`}::text || n, ${tenant.workspaceId}, 'IMAGE', 'READY', 1, now(), now()
      from generate_series(${from}::int, ${to}::int) n`,
  );
  const path = `/media/presign?workspaceId=${tenant.workspaceId}`;
  expectRefused(await post(path, { mime: 'image/png', sizeBytes: 1 }), 'too_many_media', mediaAssets);
});

it('the number of connected accounts in a workspace is limited', async () => {
  await api.deps.db.execute(sql`
    insert into social_accounts
    select (jsonb_populate_record(account, jsonb_build_object('id', ${`${tenant.workspaceId}_`}::text || n, 'external_account_id', 'ext' || n))).*
    from social_accounts account, generate_series(1, ${socialAccounts - 3}::int) n where account.id = ${tenant.accountIds[0]}`);
  await expect(mintAccount(api, tenant.workspaceId, 'X')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    extras: { details: [{ code: 'too_many_accounts', limit: socialAccounts }] },
  });
});

it('the number of open connect sessions in a workspace is limited, and ended sessions do not count', async () => {
  const body = { workspaceId: tenant.workspaceId, platform: 'X' };
  const connect = () => call(connectApi, 'POST', '/connect-sessions', { key: tenant.key, body });
  const first = await connect();
  expect(first.status).toBe(201);
  await api.deps.db.execute(sql`
    insert into connect_sessions
    select (jsonb_populate_record(session, jsonb_build_object('id', ${`${tenant.workspaceId}_`}::text || n, 'state_hash', null, 'ticket_hash', null))).*
    from connect_sessions session, generate_series(2, ${openConnectSessions}::int) n
    where session.id = ${field<string>(first, 'id')}`);
  expectRefused(await connect(), 'too_many_sessions', openConnectSessions);
  await api.deps.db.execute(
    sql`update connect_sessions set ended_at = now() where id = ${field<string>(first, 'id')}`,
  );
  expect((await connect()).status).toBe(201);
});

it('a connect session that the platform refused at once counts towards the limit until its time is up', async () => {
  const body = { workspaceId: tenant.workspaceId, platform: 'X' };
  const connect = () => call(connectApi, 'POST', '/connect-sessions', { key: tenant.key, body });
  x.begins.push({ kind: 'denied', code: 'PLATFORM_REJECTED', message: 'Not this app.' });
  const refused = await connect();
  expect(field(refused, 'status'), refused.text).toBe('FAILED');
  await api.deps.db.execute(sql`
    insert into connect_sessions
    select (jsonb_populate_record(session, jsonb_build_object('id', ${`${tenant.workspaceId}_`}::text || n))).*
    from connect_sessions session, generate_series(2, ${openConnectSessions}::int) n
    where session.id = ${field<string>(refused, 'id')}`);
  expectRefused(await connect(), 'too_many_sessions', openConnectSessions);
  await api.deps.db.execute(
    sql`update connect_sessions set expires_at = expires_at - interval '30 minutes' where workspace_id = ${tenant.workspaceId}`,
  );
  expect((await connect()).status).toBe(201);
});

it('a limited number of revoked keys is kept for each user, the latest ones', async () => {
  const { session, tenant: own } = await api.mintPerson();
  const path = `/workspaces/${own.workspaceId}/api-keys`;
  await api.deps.db.execute(sql`
    insert into api_keys
    select (jsonb_populate_record(key, jsonb_build_object('id', ${`${own.userId}_`}::text || n, 'hash', ${own.userId}::text || n,
      'revoked_at', now() - interval '1 day' - n * interval '1 second'))).*
    from api_keys key, generate_series(1, ${revokedApiKeysPerUserMax}::int) n where key.user_id = ${own.userId}`);
  const made = await call(api, 'POST', path, { session, body: { name: 'x' } });
  const revoked = await call(api, 'DELETE', `${path}/${field<string>(made, 'id')}`, { session });
  expect(revoked.status).toBe(204);
  const left = await api.deps.db.select().from(apiKeys).where(eq(apiKeys.userId, own.userId));
  expect(left.filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(revokedApiKeysPerUserMax);
  const oldest = `${own.userId}_${revokedApiKeysPerUserMax}`;
  expect(left.map(({ id }) => id)).not.toContain(oldest);
  expect(left.map(({ id }) => id)).toContain(field<string>(made, 'id'));
});
