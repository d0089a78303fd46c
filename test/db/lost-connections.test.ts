import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDb, type Db, type Tx } from '../../src/db/client.js';
import { isDbUnavailable } from '../../src/db/errors.js';
import { openDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';

let database: TestDatabase;
let proxy: DatabaseProxy;
let db: Db;
let close: () => Promise<void>;
/** A connection to the database that is never cut. */
let other: Db;
let closeOther: () => Promise<void>;
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
const events = ['uncaughtException', 'unhandledRejection'] as const;
let before: Map<(typeof events)[number], NodeJS.UncaughtExceptionListener[]>;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  ({ db, close } = openDb({ url: proxy.url, connectionsMax: 3, hurriedConnectionsMax: 1 }));
  ({ db: other, close: closeOther } = openDb({ url: database.url, connectionsMax: 2 }));
  await other.execute(sql`create table marks (name text primary key)`);
  await other.execute(sql`insert into marks values ('row')`);
  uncaught.length = 0;
  before = new Map(events.map((event) => [event, process.listeners(event as 'uncaughtException')]));
  for (const event of events) {
    process.removeAllListeners(event);
    process.on(event, note);
  }
});

afterEach(async () => {
  await Promise.all([close(), closeOther()]);
  await proxy.close();
  await database.drop();
  for (const event of events) {
    process.removeListener(event, note);
    for (const listener of before.get(event) ?? []) process.on(event, listener);
  }
  expect(uncaught).toEqual([]);
});

const marks = async (): Promise<string[]> =>
  (await other.execute<{ name: string }>(sql`select name from marks order by name`)).map(({ name }) => name);

const pidOf = async (q: Db | Tx): Promise<number> =>
  Number((await q.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid);

const end = (pid: number) => other.execute(sql`select pg_terminate_backend(${pid})`);

async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await other.execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type in ('Lock', 'Timeout')`,
          )
        ).length,
    )
    .toBeGreaterThanOrEqual(count);
}

/** Checks that all connections of the pool work again, with and without parameters, in and outside of transactions. */
async function expectToWorkAgain(): Promise<void> {
  const uses = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0
      ? db.execute(sql`select ${index}::int as used`)
      : db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          return tx.execute(sql`select ${index}::int as used`);
        }),
  );
  expect((await Promise.all(uses)).map(([row]) => row)).toEqual(uses.map((_, used) => ({ used })));
}

it('a transaction fails, and no other one, if its backend ends during a statement', async () => {
  await other.transaction(async (holder) => {
    await holder.execute(sql`select 1 from marks for update`);
    let pid = 0;
    const lost = db.transaction(async (tx) => {
      pid = await pidOf(tx);
      await tx.execute(sql`update marks set name = ${'changed'}`);
    });
    const ended = lost.catch((error: unknown) => error);
    await expect.poll(() => pid).toBeGreaterThan(0);
    await expect
      .poll(() => holder.execute(sql`select 1 from pg_locks where pid = ${pid} and not granted`))
      .toHaveLength(1);
    await holder.execute(sql`select pg_terminate_backend(${pid})`);
    expect(isDbUnavailable(await ended)).toBe(true);
    await expectToWorkAgain();
  });
  expect(await marks()).toEqual(['row']);
});

/**
 * Cuts connections until all of these have ended. Those that waited for a connection get a new one, which is cut, too.
 */
async function resetUntilEnded(running: Promise<unknown>[]): Promise<void> {
  let open = running.length;
  for (const one of running) void one.finally(() => (open -= 1));
  await expect
    .poll(() => {
      proxy.reset();
      return open;
    })
    .toBe(0);
}

const underWay = {
  'a statement without parameters': (q: Db | Tx) => q.execute(sql`select pg_sleep(100)`),
  'a statement with parameters': (q: Db | Tx) => q.execute(sql`select pg_sleep(${100})`),
  'one without parameters in a transaction': (q: Db | Tx) =>
    q.transaction((tx) => tx.execute(sql`select pg_sleep(100)`)),
  'one with parameters in a transaction': (q: Db | Tx) =>
    q.transaction((tx) => tx.execute(sql`select pg_sleep(${100})`)),
} as const;

it.each(Object.entries(underWay))('all transactions recover after a reset: %s', async (_name, run) => {
  for (let round = 0; round < 3; round += 1) {
    // There are more transactions than connections, so some wait for a lock or for a connection.
    const running = [1, 2, 3, 4].map(() => run(db).catch((error: unknown) => error));
    await untilWaiting(2);
    proxy.reset();
    await resetUntilEnded(running);
    for (const error of await Promise.all(running)) expect(isDbUnavailable(error)).toBe(true);
    await expectToWorkAgain();
  }
});

it('a transaction fails, and no other one, if the connection is reset between its statements', async () => {
  const lost = db.transaction(async (tx) => {
    await tx.execute(sql`insert into marks values ('lost')`);
    proxy.reset();
    await tx.execute(sql`select pg_sleep(100)`);
  });
  expect(isDbUnavailable(await lost.catch((error: unknown) => error))).toBe(true);
  await expectToWorkAgain();
  expect(await marks()).toEqual(['row']);
});

it('a late statement of a dead transaction never runs in another transaction on the same connection', async () => {
  const single = openDb({ url: database.url, connectionsMax: 1, hurriedConnectionsMax: 0 });
  try {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let pid = 0;
    let said: unknown;
    const dead = single.db
      .transaction(async (tx) => {
        pid = await pidOf(tx);
        await held;
        said = await tx.execute(sql`insert into marks values ('dead')`).catch((error: unknown) => error);
        throw new Error('so that it is rolled back');
      })
      .catch((error: unknown) => error);
    await expect.poll(() => pid).toBeGreaterThan(0);
    await end(pid);
    expect(isDbUnavailable(await dead)).toBe(true);
    await single.db.transaction(async (tx) => {
      await tx.execute(sql`insert into marks values ('alive 1')`);
      goOn();
      await expect.poll(() => said).toBeDefined();
      await tx.execute(sql`insert into marks values ('alive 2')`);
    });
    expect(isDbUnavailable(said)).toBe(true);
    expect(await marks()).toEqual(['alive 1', 'alive 2', 'row']);
  } finally {
    await single.close();
  }
});

it('a statement fails instead of waiting if the server disconnects before the connection is ready', async () => {
  proxy.onSent((bytes) => {
    proxy.hangUp();
    return bytes;
  });
  const errors = await Promise.all(
    [1, 2, 3].map(() => db.execute(sql`select 1`).catch((error: unknown) => error)),
  );
  for (const error of errors) expect(isDbUnavailable(error)).toBe(true);
  proxy.onSent(null);
  await expectToWorkAgain();
});

it('a COMMIT that the server turns into a ROLLBACK results in an error', async () => {
  proxy.onSent((bytes) => Buffer.from(bytes.toString('latin1').replace('commit', 'abort '), 'latin1'));
  const stored = db.transaction((tx) => tx.execute(sql`insert into marks values ('aborted')`));
  await expect(stored).rejects.toThrow(/COMMIT_ROLLED_BACK/);
  proxy.onSent(null);
  expect(await marks()).toEqual(['row']);
  await expectToWorkAgain();
});

it('the connection settings make the server end transactions of lost clients, and detect lost hosts', async () => {
  const settings = await Promise.all(
    [
      'idle_in_transaction_session_timeout',
      'tcp_keepalives_idle',
      'tcp_keepalives_interval',
      'tcp_keepalives_count',
    ].map(async (name) => (await db.execute(sql`select current_setting(${name}) as value`))[0]?.['value']),
  );
  expect(settings).toEqual(['30s', '30', '10', '3']);
});
