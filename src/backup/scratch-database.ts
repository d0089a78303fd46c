import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { sqlStateOf } from '../db/errors.js';
import { openMaintenance } from '../db/maintenance.js';
import { BackupError } from './contents.js';

const lacksRight = '42501';

/**
 * Creates an empty database beside the given one, on the same server. Throws a BackupError if the role may not create
 * databases.
 */
export async function createScratchDatabase(
  databaseUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `punctual_drill_${randomBytes(6).toString('hex')}`;
  const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> => {
    const sql = openMaintenance(databaseUrl, { connectionsMax: 1 });
    try {
      await work(sql);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  await onServer(async (sql) => {
    try {
      await sql`create database ${sql(name)}`;
    } catch (error) {
      throw sqlStateOf(error) === lacksRight ? await roleFault(sql, error) : error;
    }
  });
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function roleFault(sql: postgres.Sql, cause: unknown): Promise<BackupError> {
  const [row] = await sql<{ role: string }[]>`select quote_ident(current_user) as role`;
  const role = row?.role ?? '';
  return new BackupError(
    `The role ${role} may not create databases, which a drill needs. Run this as a superuser: alter role ${role} createdb`,
    { cause },
  );
}
