import { afterEach, beforeEach, expect, it } from 'vitest';
import { ahead, call, codeOf, field, startTestApi, type Answer, type TestApi } from '../harness/api.js';
import { openDatabaseProxy, type DatabaseProxy, type Way } from '../harness/database-proxy.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let api: TestApi;
let tenant: Tenant;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  api = await startTestApi({}, { databaseUrl: proxy.url });
  tenant = await mintTenant(api);
});
afterEach(async () => {
  proxy.onSent(null);
  await api.close();
  await proxy.close();
  await database.drop();
});

const commit = Buffer.from('commit\0');
const begin = Buffer.from('begin \0');

/**
 * Cuts the connection once the database has executed the first message that `when` accepts. With `forEver`, it also
 * cuts all later connections.
 */
function cut(when: (bytes: Buffer) => boolean, { forEver = false } = {}): () => boolean {
  let isCut = false;
  proxy.onSent((bytes: Buffer, way: Way) => {
    if (isCut ? forEver : when(bytes)) {
      isCut = true;
      way.cutAtAnswer();
    }
    return bytes;
  });
  return () => isCut;
}

const create = (content: string, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  call(api, 'POST', '/posts', {
    key: tenant.key,
    headers,
    body: { content, platforms: [{ accountId: tenant.accountIds[0] }], scheduledFor: ahead(api), ...more },
  });

async function contents(): Promise<unknown[]> {
  const { body } = await call(api, 'GET', '/posts', { key: tenant.key });
  return (body as { data: { caption: string }[] }).data.map(({ caption }) => caption);
}

it('a post is returned as created and stored once if the database’s response to storing it was lost', async () => {
  // Prepares the statement on every connection of the pool.
  await Promise.all(Array.from({ length: 20 }, () => create('warm')));
  const warm = (await contents()).length;
  // The first message that contains the text is the search for posts with the same text.
  let messages = 0;
  const isCut = cut((bytes) => bytes.includes('lost answer') && ++messages === 2);
  const answer = await create('lost answer');
  expect([answer.status, isCut()]).toEqual([201, true]);
  expect((await contents()).filter((one) => one === 'lost answer')).toHaveLength(1);
  expect((await contents()).length).toBe(warm + 1);
  expect(api.starter.starts.filter(({ postId }) => postId === field(answer, 'id'))).toHaveLength(1);
});

it('a post is stored once if the connection was lost before the statement ran', async () => {
  const isCut = cut((bytes) => bytes.includes('stored_post'));
  const answer = await create('not run');
  expect([answer.status, isCut()]).toEqual([201, true]);
  expect(await contents()).toEqual(['not run']);
});

it('a post with a reference is returned as created if its COMMIT got no response', async () => {
  const isCut = cut((bytes) => bytes.includes(commit));
  const answer = await create('committed', { clientReferenceId: 'once' });
  expect([answer.status, isCut()]).toEqual([201, true]);
  expect(await contents()).toEqual(['committed']);
  const again = await create('committed', { clientReferenceId: 'once' });
  expect([again.status, field(again, 'id')]).toEqual([200, field(answer, 'id')]);
});

it('an unknown outcome is reported with a hint at the safe repeat, which creates no second post', async () => {
  const headers = { 'idempotency-key': 'the-same' };
  cut((bytes) => bytes.includes(commit), { forEver: true });
  const scheduledFor = ahead(api);
  const repeat = () => create('unknown', { scheduledFor }, headers);
  const answer = await repeat();
  expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR']);
  expect(field(answer, 'message')).toMatch(/same Idempotency-Key or clientReferenceId/);
  proxy.onSent(null);
  await expect.poll(async () => (await call(api, 'GET', '/posts', { key: tenant.key })).status).toBe(200);
  // The database was unreachable, so the key could not be released. It becomes free when its lock expires.
  api.clock.shiftMs += 3 * 60_000;
  const again = await repeat();
  expect([again.status, field(again, 'caption')]).toEqual([200, 'unknown']);
  expect(await contents()).toEqual(['unknown']);
});

it('a change whose COMMIT got no response is not reported as RETRY, but can be repeated safely', async () => {
  const id = field<string>(await create('before'), 'id');
  const patch = () => call(api, 'PATCH', `/posts/${id}`, { key: tenant.key, body: { content: 'after' } });
  cut((bytes) => bytes.includes(commit));
  const answer = await patch();
  expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR']);
  expect(await contents()).toEqual(['after']);
  expect((await patch()).status).toBe(200);
});

it('a read or an uncommitted change is reported as RETRY', async () => {
  const id = field<string>(await create('before'), 'id');
  cut((bytes) => bytes.includes(begin));
  const change = await call(api, 'PATCH', `/posts/${id}`, { key: tenant.key, body: { content: 'after' } });
  expect([change.status, codeOf(change)]).toEqual([503, 'RETRY']);
  expect(await contents()).toEqual(['before']);
  cut((bytes) => bytes.includes(id));
  const read = await call(api, 'GET', `/posts/${id}`, { key: tenant.key });
  expect([read.status, codeOf(read)]).toEqual([503, 'RETRY']);
});
