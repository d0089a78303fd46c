import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type postgres from 'postgres';
import { openMaintenance } from '../db/maintenance.js';
import { listMigrations } from '../db/migrations.js';
import { writeArchive } from './archive.js';
import { readMediaFiles, readMigration, readSequences, readTables } from './catalog.js';
import { BackupError, backupHead, type BackupContents, type BackupHead } from './contents.js';

/** The size at which an entry of the archive ends. It is larger by at most one row. */
const entryBytesMin = 1024 * 1024;

export interface WriteBackup {
  databaseUrl: string;
  /** The encryption keys that stored values need. */
  keys: BackupHead['keys'];
  /** Age recipients (`age1…`). The backup is not encrypted if there are none. */
  recipients: readonly string[];
  sink: Writable;
}

export interface WrittenBackup {
  head: BackupHead;
  contents: BackupContents;
}

/**
 * Writes a backup of the whole database, as it is at one moment, to a stream. APIs and workers may go on meanwhile.
 * Throws a BackupError if the database lacks migrations of this build.
 */
export async function writeBackup(options: WriteBackup): Promise<WrittenBackup> {
  const sql = openMaintenance(options.databaseUrl, { connectionsMax: 1 });
  // If the file cannot be written, the COPY breaks off, and its own error then hides the cause.
  let cause: unknown;
  const sink = options.sink.once('error', (error: unknown) => (cause = error));
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`set local idle_in_transaction_session_timeout = 0`;
      return await writeSnapshot(tx, { ...options, sink });
    });
  } catch (error) {
    throw cause ?? error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function writeSnapshot(tx: postgres.TransactionSql, options: WriteBackup): Promise<WrittenBackup> {
  const { keys, recipients, sink } = options;
  const migration = await readMigration(tx);
  // A newer schema is written too, so that backups continue after a roll-back.
  if (migration === null || migration < (listMigrations().at(-1)?.madeAtMs ?? 0))
    throw new BackupError('The database lacks migrations of this version. Run punctual setup first.');
  // The transaction starts before the moment whose rows it sees.
  const [start] = await tx<{ at: Date }[]>`select transaction_timestamp() as at`;
  if (start === undefined) throw new Error('the database did not tell its time');
  const tables = await readTables(tx);
  const head = backupHead.parse({ format: 1, migration, takenAt: start.at.toISOString(), keys, tables });
  const contents: BackupContents = {
    tables: {},
    sequences: await readSequences(tx),
    media: { files: 0, bytes: 0 },
  };
  await writeArchive(sink, recipients, async (add) => {
    await add('backup.json', jsonBytes(head));
    for (const { name, columns } of tables) {
      const hash = createHash('sha256');
      const tally = { rows: 0, bytes: 0 };
      const rows = await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable();
      let number = 0;
      for await (const entry of inEntries(rows)) {
        hash.update(entry);
        tally.rows += countRows(entry);
        tally.bytes += entry.length;
        await add(`tables/${name}/${entryNumber((number += 1))}`, entry);
      }
      // postgres.js pauses the socket for a full stream, and only a further read resumes it. After the end there is none.
      rows._read(0);
      contents.tables[name] = { ...tally, sha256: hash.digest('hex') };
    }
    let page = 0;
    for await (const files of readMediaFiles(tx)) {
      contents.media.files += files.length;
      contents.media.bytes += files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
      const lines = files.map((file) => `${JSON.stringify(file)}\n`).join('');
      await add(`media/${entryNumber((page += 1))}.jsonl`, Buffer.from(lines));
    }
    await add('contents.json', jsonBytes(contents));
  });
  return { head, contents };
}

async function* inEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < entryBytesMin) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

const newline = 0x0a;

/** COPY writes one line for each row. A newline within a value is escaped. */
export function countRows(copied: Uint8Array): number {
  let rows = 0;
  for (const byte of copied) if (byte === newline) rows += 1;
  return rows;
}

const entryNumber = (number: number): string => String(number).padStart(6, '0');
const jsonBytes = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
