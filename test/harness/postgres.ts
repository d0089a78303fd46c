import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import './end-with-runner.js';
import './provided.js';

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates a migrated, empty database for one test file: a copy of the template, which takes some tens of milliseconds.
 */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabaseFrom(inject('templateDatabase'));

/** Creates a database as Postgres does, without any table. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabaseFrom('template1');

async function createDatabaseFrom(template: string): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(
    maintenanceUrl,
    // The files are copied, which takes a tenth of the time of Postgres' default, which writes each page to its log.
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(maintenanceUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function onServer(url: string, statement: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    await statement(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
