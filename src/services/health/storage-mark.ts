import { randomUUID } from 'node:crypto';
import { installation } from '../../db/schema/index.js';
import type { Storage } from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';
import { orAfter } from '../shared/remote-calls/with-timeout.js';

type MarkDeps = Pick<ServiceDeps, 'db' | 'media' | 'installation'>;

const markBytesMax = 64;
const readTimeoutMs = 5_000;
const keyOf = (installationId: string): string => `installations/${installationId}`;

/**
 * Marks the storage as the one of this installation, so that a process with another folder or bucket is noticed. Only
 * the storage that was marked last counts. Returns whether it had no mark yet.
 */
export async function ensureStorageMark({ db, media, installation: read }: MarkDeps): Promise<boolean> {
  const key = keyOf((await read()).id);
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ mark: installation.storageMark }).from(installation).for('update');
    const known = row?.mark ?? null;
    if (known !== null && (await readMark(media.storage, key)) === known) return false;
    const mark = randomUUID();
    const body = new TextEncoder().encode(mark);
    await media.storage.write(key, one(body), {
      mime: 'text/plain',
      bytesMax: body.byteLength,
      sizeBytes: body.byteLength,
    });
    await tx.update(installation).set({ storageMark: mark });
    return true;
  });
}

/**
 * Whether this process has the storage that `setup` has marked. `unknown`: `setup` has marked none, or the database or
 * the storage does not answer in time, which is reported elsewhere.
 */
export function readStorageMark(deps: MarkDeps): Promise<'same' | 'other' | 'unknown'> {
  return orAfter(
    readTimeoutMs,
    compareMarks(deps).catch(() => 'unknown' as const),
    'unknown',
  );
}

async function compareMarks({
  db,
  media,
  installation: read,
}: MarkDeps): Promise<'same' | 'other' | 'unknown'> {
  const { id } = await read();
  const [row] = await db.select({ mark: installation.storageMark }).from(installation);
  const known = row?.mark ?? null;
  if (known === null) return 'unknown';
  return (await readMark(media.storage, keyOf(id))) === known ? 'same' : 'other';
}

async function readMark(storage: Storage, key: string): Promise<string | null> {
  const found = await storage.stat(key);
  if (found === null || found.sizeBytes > markBytesMax) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function* one(body: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield body;
}
