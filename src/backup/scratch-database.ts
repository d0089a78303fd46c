import { randomBytes } from 'node:crypto';
import { openMaintenance } from '../db/maintenance.js';

/** Creates an empty database beside the given one, on the same server. Needs the right CREATEDB. */
export async function createScratchDatabase(
  databaseUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `punctual_drill_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string): Promise<void> => {
    const sql = openMaintenance(databaseUrl, { connectionsMax: 1 });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  await onServer(`create database "${name}"`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`drop database if exists "${name}" with (force)`) };
}
