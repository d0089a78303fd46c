import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDb, type Db } from '../../src/db/client.js';
import { buildStatement, executeHurried } from '../../src/db/deadline.js';
import { sqlStateOf } from '../../src/db/errors.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { checkDatabase } from '../../src/cli/doctor/check-database.js';
import { runSetup } from '../../src/cli/setup.js';
import { createContext } from '../../src/context.js';
import { createLogger } from '../../src/log.js';
import { runApi } from '../../src/processes/run-api.js';
import { runWorker } from '../../src/processes/run-worker.js';
import { testConfig } from '../harness/config.js';
import { call, field, startTestApi } from '../harness/api.js';
import { openStream } from '../harness/event-stream.js';
import { ensurePgbouncer, startPgbouncer, type Pooler } from '../harness/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';
import { mintSession, mintTenant } from '../harness/tenants.js';

const program = ensurePgbouncer();
const apiOptions = {
  host: '127.0.0.1',
  port: 0,
  metricsPort: undefined,
  metricsOnPublicPort: false,
  publicUrl: undefined,
  trustProxyHops: 0,
  unauthorizedPerMinuteMax: null,
  drainDelayMs: 0,
  validateResponses: false,
  say: () => undefined,
};
const settingsSent =
  'statement_timeout,idle_in_transaction_session_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count';

describe.skipIf(program === null)('a pooler that shares connections between transactions', () => {
  let database: TestDatabase;
  let plain: Pooler;
  let lenient: Pooler;
  beforeAll(async () => {
    database = await createTestDatabase();
    plain = await startPgbouncer(program ?? '', database.url);
    lenient = await startPgbouncer(program ?? '', database.url, {
      ignore_startup_parameters: settingsSent,
    });
  });
  afterAll(async () => {
    await Promise.all([plain.stop(), lenient.stop()]);
    await database.drop();
  });
  const open = (url: string): Db => {
    const { db, close } = openDb({ url, connectionsMax: 12 });
    onTestFinished(close);
    return db;
  };
  const unprepared = (): string => `${plain.url}?prepare=false`;

  it('is detected, with a message that names the fix', async () => {
    expect(await open(lenient.url).$poolerFault()).toEqual({
      what: 'The connection pooler does not keep prepared statements.',
      cure: 'Add ?prepare=false to DATABASE_URL.',
    });
    const refusing = await open(plain.url).$poolerFault();
    expect(refusing?.what).toMatch(/refuses a setting of the connection \(.*statement_timeout/);
    expect(refusing?.cure).toMatch(/^Add \?prepare=false to DATABASE_URL\./);
    expect(await open(unprepared()).$poolerFault()).toBeNull();
    expect(await open(database.url).$poolerFault()).toBeNull();
  });

  it('is reported by /readyz', async () => {
    const api = await startTestApi({}, { databaseUrl: lenient.url });
    onTestFinished(api.close);
    const response = await fetch(`${api.url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      missing: expect.arrayContaining([
        'usable connection pooler (The connection pooler does not keep prepared statements. Add ?prepare=false to DATABASE_URL.)',
      ]) as unknown,
    });
  });

  it('passes changes on to open pages', async () => {
    const api = await startTestApi({}, { databaseUrl: unprepared() });
    onTestFinished(api.close);
    const tenant = await mintTenant(api);
    const stream = await openStream(api, await mintSession(api, tenant.userId));
    await stream.next();
    const body = { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }] };
    const postId = field<string>(await call(api, 'POST', '/posts', { key: tenant.key, body }), 'id');
    await stream.until(postId);
  });

  it('prevents the API and the worker from starting, and setup and doctor name the fix', async () => {
    const cure = /Add \?prepare=false to DATABASE_URL/;
    const temporal = { namespace: 'default', connection: { address: '127.0.0.1:1' } };
    const config = testConfig({ databaseUrl: lenient.url, temporal });
    const context = createContext(config, 'test', { log: createLogger({ level: 'silent', name: 'test' }) });
    onTestFinished(context.close);
    const { deps, temporalClient: client } = context;
    const ended = AbortSignal.abort();
    await expect(runApi(context, apiOptions, ended)).rejects.toThrow(cure);
    await expect(runWorker(config, context, { host: '127.0.0.1', port: undefined }, ended)).rejects.toThrow(
      cure,
    );
    const [first] = await checkDatabase({
      deps,
      isUnset: () => false,
      backends: { database: 'db.example', temporal: '', storage: '' },
      checkTimeoutMs: 10_000,
    });
    expect(first).toMatchObject({ state: 'todo', next: expect.stringMatching(cure) as unknown });
    const said: string[] = [];
    const unreachable = {
      ...client,
      connection: { ensureConnected: () => Promise.reject(new Error('away')) },
    };
    await runSetup([], {
      databaseUrl: lenient.url,
      deps,
      client: unreachable as never,
      temporalAddress: 'temporal.example:7233',
      storageFolder: null,
      print: (line) => said.push(line),
    });
    expect(said[0]).toMatch(cure);
  });

  it('never loses a write silently, even if it is used without the fix', async () => {
    const direct = open(database.url);
    await direct.execute(sql`create table rows (n int primary key)`);
    const db = open(lenient.url);
    const stored = await Promise.allSettled(
      Array.from({ length: 400 }, (_, n) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select ${n}::int`);
          await tx.execute(sql`insert into rows values (${n})`);
          return n;
        }),
      ),
    );
    const said = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const rows = await direct.execute<{ n: number }>(sql`select n from rows order by n`);
    expect(rows.map(({ n }) => n)).toEqual(said);
  });

  it('works with prepare=false, including the time limits of transactions and statements', async () => {
    await migrateDatabase(unprepared());
    const direct = open(database.url);
    const db = open(unprepared());
    await direct.execute(sql`create table more_rows (n int primary key)`);
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select ${n}::int`);
          await tx.execute(sql`insert into more_rows values (${n})`);
        }),
      ),
    );
    expect(await direct.execute(sql`select count(*)::int as n from more_rows`)).toMatchObject([{ n: 400 }]);
    const inside = await db.transaction((tx) =>
      tx.execute(
        sql`select current_setting('statement_timeout') as one, current_setting('idle_in_transaction_session_timeout') as two`,
      ),
    );
    expect(inside).toMatchObject([{ one: '15s', two: '30s' }]);
    const hurried = executeHurried(db, buildStatement(sql`select pg_sleep(60)`)).rows;
    expect(sqlStateOf(await hurried.catch((error: unknown) => error))).toBe('57014');
  });
});
