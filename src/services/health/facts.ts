import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Storage } from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';
import { listMigrations } from '../../db/migrations.js';
import { findNewerRelease, newestOf, readApplied } from './internal/migrations.js';

/** Facts about the parts of an installation, for operators. Nothing here changes stored data. */

const clockSamples = 3;

export interface DatabaseFacts {
  version: string;
  /** Whether the server is a replica or is being restored, so that it cannot be written. */
  isReadOnly: boolean;
}

export async function readDatabaseFacts({ db }: Pick<ServiceDeps, 'db'>): Promise<DatabaseFacts> {
  const [row] = await db.execute<{ version: string; isReadOnly: boolean }>(
    sql`select current_setting('server_version') as version,
      pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`,
  );
  if (row === undefined) throw new Error('unreachable: a row of settings');
  return { version: row.version, isReadOnly: row.isReadOnly };
}

export interface MigrationFacts {
  applied: number;
  /** The names of the migrations that can still be applied. */
  pending: string[];
  /** The names of the migrations that were skipped: a later one is applied, so no command will apply them. */
  skipped: string[];
  /** The number of applied migrations that this build does not have. */
  unknown: number;
  /** The oldest release that can work with the database, if this build is older. */
  newerRelease: string | null;
}

export async function readMigrationFacts({ db }: Pick<ServiceDeps, 'db'>): Promise<MigrationFacts> {
  const [applied, known] = [await readApplied(db), listMigrations()];
  const [there, newest] = [new Set(applied), newestOf(applied)];
  const ours = new Set(known.map(({ madeAtMs }) => madeAtMs));
  const missing = known.filter(({ madeAtMs }) => !there.has(madeAtMs));
  return {
    applied: known.length - missing.length,
    pending: missing.filter(({ madeAtMs }) => madeAtMs > newest).map(({ name }) => name),
    skipped: missing.filter(({ madeAtMs }) => madeAtMs < newest).map(({ name }) => name),
    unknown: applied.filter((madeAtMs) => !ours.has(madeAtMs)).length,
    newerRelease: missing.length === 0 ? await findNewerRelease({ db }) : null,
  };
}

export interface ClockSkew {
  /** How far the database's clock is ahead of ours. */
  aheadMs: number;
  /** The maximum error of `aheadMs`. */
  boundMs: number;
}

/** Measures the skew with the fastest of a few queries, because the time of the round trip bounds the error. */
export async function measureClockSkew({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<ClockSkew> {
  let best: ClockSkew = { aheadMs: 0, boundMs: Infinity };
  for (let taken = 0; taken < clockSamples; taken += 1) {
    const [oursMs, sentMs] = [clock.now().getTime(), performance.now()];
    const [row] = await db.execute<{ nowMs: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
    );
    const boundMs = (performance.now() - sentMs) / 2;
    if (row === undefined) throw new Error('unreachable: a row with the time');
    if (boundMs < best.boundMs) best = { aheadMs: row.nowMs - oursMs - boundMs, boundMs };
  }
  return best;
}

export type StorageStep = 'write' | 'read' | 'delete';

/**
 * Writes a small object, reads it back and deletes it. Returns the step that failed and its error, or null if all is
 * well.
 */
export async function probeStorage(storage: Storage): Promise<{ step: StorageStep; error: unknown } | null> {
  const key = `health/${randomUUID()}`;
  const body = Buffer.from(randomUUID());
  const options = { mime: 'text/plain', bytesMax: body.byteLength, sizeBytes: body.byteLength };
  let step: StorageStep = 'write';
  try {
    await storage.write(key, chunksOf(body), options);
    step = 'read';
    const read = await collect(await storage.read(key));
    if (!read.equals(body)) throw new Error('The file that was read is not the one that was written.');
    step = 'delete';
    await storage.delete(key);
    if ((await storage.stat(key)) !== null) throw new Error('It is still there.');
    return null;
  } catch (error) {
    if (step === 'read') await storage.delete(key).catch(() => undefined);
    return { step, error };
  }
}

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield body;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
