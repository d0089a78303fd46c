import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.js';
import { listMigrations } from '../../src/db/migrations.js';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../harness/postgres.js';

/** The times at which the last two migrations before the first release were created. */
const [lastButOne, last] = [1795717751480, 1795719162231];

describe('a database with the list of migrations from before the first release', () => {
  let current: TestDatabase;
  let database: TestDatabase;
  let client: postgres.Sql;
  beforeAll(async () => {
    current = await createTestDatabase();
    database = await createBareDatabase();
    await migrateDatabase(database.url, { upTo: listMigrations()[0]?.madeAtMs ?? 0 });
    client = postgres(database.url, { max: 1 });
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    await current.drop();
  });

  const readList = (sql: postgres.Sql) =>
    sql`select hash, created_at::text from drizzle.__drizzle_migrations order by id`;
  const setList = async (times: readonly number[]) => {
    await client`truncate drizzle.__drizzle_migrations`;
    for (const time of times)
      await client`insert into drizzle.__drizzle_migrations (hash, created_at) values (${`of ${time}`}, ${time})`;
  };

  it('is refused and left unchanged if its last migration is missing', async () => {
    await setList([1795234186176, lastButOne]);
    const before = await readList(client);
    await expect(migrateDatabase(database.url)).rejects.toThrow(
      /older than the first release .* Check out commit [0-9a-f]{8,40}, run "npm run migrate" there/,
    );
    expect((await readList(client)).slice()).toEqual(before.slice());
  });

  it('keeps its data, and gets the list of this build', async () => {
    const fresh = postgres(current.url, { max: 1 });
    const own = await readList(fresh);
    const [made] = await fresh`select id, task_queue from installation`;
    await fresh.end();
    expect(made).toMatchObject({ task_queue: `punctual-${String(made?.['id'])}` });
    await setList([1795234186176, lastButOne, last]);
    await client`insert into sweeps (name) values ('reconcile')`;
    await migrateDatabase(database.url);
    // The runs of this installation are in Temporal on the task queue with the plain name.
    expect(await client`select task_queue from installation`).toMatchObject([{ task_queue: 'punctual' }]);
    expect(await client`select name from sweeps`).toMatchObject([{ name: 'reconcile' }]);
    expect((await readList(client)).slice()).toEqual(own.slice());
    await migrateDatabase(database.url);
    expect((await readList(client)).slice()).toEqual(own.slice());
  });
});
