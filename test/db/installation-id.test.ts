import postgres from 'postgres';
import { expect, it } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.js';
import { listMigrations } from '../../src/db/migrations.js';
import { createBareDatabase } from '../harness/postgres.js';

/** The number of migrations before the one that makes the table `installation`. */
const earlierMigrations = 2;

/** Upgrades a database that has these users, but not the table yet. Returns the row of the table. */
async function upgrade(users: readonly { id: string; createdAt: string }[], isSwept = true) {
  const database = await createBareDatabase();
  const client = postgres(database.url, { max: 1 });
  try {
    await migrateDatabase(database.url, { upTo: listMigrations()[earlierMigrations - 1]?.madeAtMs ?? 0 });
    for (const { id, createdAt } of users) {
      await client`insert into users (id, email, name, created_at, updated_at)
        values (${id}, ${`${id}@example.com`}, 'A user', ${createdAt}, ${createdAt})`;
    }
    if (isSwept) await client`insert into sweeps (name) values ('reconcile')`;
    await migrateDatabase(database.url);
    const [row] = await client<{ id: string; queue: string }[]>`
      select id, task_queue as queue from installation`;
    return row;
  } finally {
    await client.end();
    await database.drop();
  }
}

const first = { id: 'usr_zebra', createdAt: '2026-01-01T00:00:00Z' };
const second = { id: 'usr_ant', createdAt: '2026-02-01T00:00:00Z' };

it('a database that was in use gets the same id each time it is upgraded, as if a dump had been restored', async () => {
  const upgraded = await upgrade([first]);
  expect(upgraded).toEqual({ id: expect.stringMatching(/^ins_[0-9a-f]{24}$/) as string, queue: 'punctual' });
  // Users that were created after the dump do not influence the id.
  expect(await upgrade([second, first])).toEqual(upgraded);
  expect(await upgrade([second])).not.toEqual(upgraded);
});

it('each new database gets its own id and queue', async () => {
  const [one, other] = [await upgrade([], false), await upgrade([], false)];
  expect(one?.id).not.toBe(other?.id);
  expect(one?.queue).toBe(`punctual-${one?.id ?? ''}`);
});
