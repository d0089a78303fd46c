import type postgres from 'postgres';
import { BackupError, type BackupTable } from './contents.js';

type Sql = postgres.Sql | postgres.TransactionSql;

/** All tables of the installation, in an order in which their rows can be inserted: a table after those it refers to. */
export async function readTables(sql: Sql): Promise<BackupTable[]> {
  const tables = await sql<{ name: string; columns: string[]; needs: string[] }[]>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`;
  const ordered: BackupTable[] = [];
  const isOrdered = (table: string): boolean => ordered.some(({ name }) => name === table);
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every(isOrdered));
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}.`);
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/**
 * Returns the last value of each sequence that was used. Throws a BackupError if the role may not read a sequence,
 * because its value would look like that of an unused one.
 */
export async function readSequences(sql: Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; value: string | null; readable: boolean }[]>`
    select sequencename as name, last_value::text as value,
      has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'SELECT') as readable
    from pg_sequences where schemaname = 'public'`;
  const hidden = rows.filter(({ readable }) => !readable).map(({ name }) => name);
  if (hidden.length > 0)
    throw new BackupError(
      `The role of DATABASE_URL may not read these sequences: ${hidden.join(', ')}. Use the role that owns the tables.`,
    );
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}

/** The newest migration of the database. Null if it has none, as in an empty database. */
export async function readMigration(sql: Sql): Promise<number | null> {
  const [list] = await sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`;
  if (list?.['name'] === null) return null;
  const [row] = await sql<{ newest: string | null }[]>`
    select max(created_at)::text as newest from drizzle.__drizzle_migrations`;
  return row?.newest === null || row === undefined ? null : Number(row.newest);
}

export interface MediaFile {
  key: string;
  /** Null for thumbnails, whose size the database does not know. */
  sizeBytes: number | null;
  sha256: string | null;
}

/** The files in the storage that rows refer to, page by page. */
export async function* readMediaFiles(sql: Sql): AsyncGenerator<MediaFile[]> {
  const pageRows = 1_000;
  const pages = sql<{ key: string; size: string | null; sha256: string | null }[]>`
    select storage_key as key, size_bytes::text as size, sha256 from media_assets
      where storage_key is not null and deleted_at is null
    union all
    select thumbnail_key, null, null from media_assets where thumbnail_key is not null and deleted_at is null
    union all
    select r.storage_key, r.size_bytes::text, r.sha256 from media_renditions r
      join media_assets a on a.id = r.media_asset_id where a.deleted_at is null`.cursor(pageRows);
  for await (const page of pages)
    yield page.map(({ key, size, sha256 }) => ({
      key,
      sizeBytes: size === null ? null : Number(size),
      sha256,
    }));
}
