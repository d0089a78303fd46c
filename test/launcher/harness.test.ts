import { Connection } from '@temporalio/client';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { readComposeCommand } from '../../src/launcher/temporal-compose.js';
import { searchAttributesOf } from '../../src/launcher/temporal-server.js';
import { createTestDatabase } from '../harness/postgres.js';
import { temporalAddress, temporalNamespace } from '../harness/temporal.js';

describe('the servers of the test run', () => {
  it('give each caller its own migrated UTF-8 database, and drop it', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(one.url).not.toBe(other.url);
    const sql = postgres(one.url, { max: 1 });
    try {
      const tables = await sql<
        { name: string }[]
      >`select table_name as name from information_schema.tables where table_schema = 'public'`;
      expect(tables.map(({ name }) => name)).toContain('posts');
      const [encoding] = await sql<{ server_encoding: string }[]>`show server_encoding`;
      expect(encoding?.server_encoding).toBe('UTF8');
      await expect(sql`select * from ${sql('posts')}`).resolves.toHaveLength(0);
    } finally {
      await sql.end();
    }
    await Promise.all([one.drop(), other.drop()]);
    const gone = postgres(one.url, { max: 1 });
    await expect(gone`select 1`).rejects.toThrow(/does not exist/);
    await gone.end();
  });

  it('run Temporal with the search attributes of temporal-dev.yml and 30 days of retention', async () => {
    const connection = await Connection.connect({ address: temporalAddress() });
    try {
      const namespace = temporalNamespace;
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
      const wanted = Object.keys(searchAttributesOf(readComposeCommand()));
      expect(wanted).toContain('WorkspaceId');
      expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(wanted));
      const { config } = await connection.workflowService.describeNamespace({ namespace });
      expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 60 * 60);
    } finally {
      await connection.close();
    }
  });
});
