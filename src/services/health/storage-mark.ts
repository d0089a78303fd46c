import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { installation, mediaAssets } from '../../db/schema/index.js';
import type { Storage } from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';
import { orAfter } from '../shared/remote-calls/with-timeout.js';

type MarkDeps = Pick<ServiceDeps, 'db' | 'media' | 'installation'>;

const markBytesMax = 64;
const sampledFiles = 10;
const readTimeoutMs = 5_000;
const keyOf = (installationId: string): string => `installations/${installationId}`;

/** The fault of a storage that has none of the files which the database knows, and its cure. */
const strangeStorageText =
  'It has none of the media files of this database. Set the STORAGE_DIR, DATA_DIR or bucket that has them. If they are lost, or this storage is a new one, run punctual setup --new-storage.';

/**
 * Marks the storage as the one of this installation, so that a process with another folder or bucket is noticed. Only
 * the storage that was marked last counts, so a storage without the files of this installation is refused unless it is
 * said to be new. Returns whether the storage had no mark yet.
 */
export async function ensureStorageMark(
  { db, media, installation: read }: MarkDeps,
  { isNewStorage }: { isNewStorage: boolean },
): Promise<boolean> {
  const key = keyOf((await read()).id);
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ mark: installation.storageMark }).from(installation).for('update');
    const known = row?.mark ?? null;
    if (known !== null) {
      if ((await readMark(media.storage, key)) === known) return false;
      if (!isNewStorage && (await lacksAllMedia(tx, media.storage))) throw new Error(strangeStorageText);
    }
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

/** Whether the database knows media files of which the storage has none, judged by a random few. */
async function lacksAllMedia(db: Pick<ServiceDeps['db'], 'select'>, storage: Storage): Promise<boolean> {
  const sample = await db
    .select({ key: mediaAssets.storageKey })
    .from(mediaAssets)
    .where(
      and(eq(mediaAssets.status, 'READY'), isNotNull(mediaAssets.storageKey), isNull(mediaAssets.deletedAt)),
    )
    .orderBy(sql`random()`)
    .limit(sampledFiles);
  const keys = sample.flatMap(({ key }) => key ?? []);
  const found = await Promise.all(keys.map((key) => storage.stat(key)));
  return found.length > 0 && found.every((file) => file === null);
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
