import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBackup } from '../../src/backup/write-backup.js';
import { migrateDatabase } from '../../src/db/migrate.js';
import { createTestDatabase, type TestDatabase } from '../harness/postgres.js';

const rowBytes = 1_000;
/** Longer than Postgres needs to send a small table, so that all of it arrives as one piece. */
const busyMs = 20;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateDatabase(database.url);
});
afterAll(() => database.drop());

/** Blocks the event loop most of the time, as on a busy machine, until the work is done. */
async function whileBusy<Result>(work: Promise<Result>): Promise<Result> {
  const done = new AbortController();
  const settled = work.finally(() => {
    done.abort();
  });
  while (!done.signal.aborted) {
    const startMs = performance.now();
    while (performance.now() - startMs < busyMs);
    await turn();
  }
  return settled;
}

// postgres.js pauses its socket when 16 KiB wait to be read, and a socket receives at most 64 KiB at once.
it.each([10, 20, 40, 60, 200])('a backup by a busy process goes on after a table of %s kB', async (rows) => {
  const sql = postgres(database.url, { max: 1 });
  try {
    await sql`truncate sweeps`;
    await sql`insert into sweeps (name, holder) select 'sweep ' || n, repeat('x', ${rowBytes})
      from generate_series(1, ${rows}) n`;
  } finally {
    await sql.end();
  }
  const sink = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const { contents } = await whileBusy(
    writeBackup({ databaseUrl: database.url, keys: [], recipients: [], sink }),
  );
  expect(contents.tables['sweeps']?.rows).toBe(rows);
  expect(contents.tables['sweeps']?.bytes).toBeGreaterThan(rows * rowBytes);
});
