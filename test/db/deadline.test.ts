import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDb } from '../../src/db/client.js';
import { buildStatement, executeHurried, executeWithin } from '../../src/db/deadline.js';
import { openDatabaseProxy } from '../harness/database-proxy.js';
import { createTestDatabase } from '../harness/postgres.js';

const slow = buildStatement(sql`select pg_sleep(20)`);

async function openBehindProxy() {
  const database = await createTestDatabase();
  const proxy = await openDatabaseProxy(database.url);
  const { db, close } = openDb({ url: proxy.url, connectionsMax: 3 });
  return {
    db,
    shut: proxy.shut,
    hangUp: proxy.reset,
    close: async () => {
      proxy.reset();
      await close();
      await database.drop();
    },
  };
}

it('a statement that cannot be canceled because the server is gone fails without an unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', note);
  const behind = await openBehindProxy();
  try {
    const { db, shut, hangUp } = behind;
    await Promise.all([executeHurried(db, buildStatement(sql`select 1`)).rows, db.execute(sql`select 1`)]);
    const [hurried, within] = [executeHurried(db, slow), executeWithin(db, slow, 300)];
    const ended = Promise.allSettled([hurried.rows, within]);
    await expect
      .poll(
        async () =>
          (await db.execute(sql`select 1 from pg_stat_activity where query like '%pg_sleep(20)%'`)).length,
      )
      .toBeGreaterThanOrEqual(2);
    shut();
    hurried.cancel();
    // The statement with a deadline asks the server to end it. The other one ends at the server's own deadline.
    expect(
      await Promise.race([ended, within.catch((error: unknown) => error), hurried.rows.catch(() => 'ended')]),
    ).toBeDefined();
    hangUp();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(unhandled).toEqual([]);
  } finally {
    process.removeListener('unhandledRejection', note);
    for (const listener of others) process.on('unhandledRejection', listener);
    await behind.close();
  }
});
