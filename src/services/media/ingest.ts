import { eq } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { kindOfMime, mediaKeys } from '../../domain/media.js';
import type { ServiceDeps } from '../context.js';
import { openSource, type Source } from './fetch-source.js';
import { inspect } from './inspect.js';
import { freeStorage, storageLimit, takeStorage } from './quota.js';
import { newMediaRow, type MediaRow } from './records.js';
import { removeBytes } from './remove-bytes.js';
import { fromStorage } from './storage-faults.js';
import type { MediaItemInput } from './types.js';

/**
 * Fetches an address into the library, whole or not at all: it is stored and looked at when this returns, and the
 * source is not asked again. The caller has been authorised for the workspace.
 */
export async function ingestUrl(
  deps: ServiceDeps,
  workspaceId: string,
  item: MediaItemInput,
): Promise<MediaRow> {
  const free = await freeStorage(deps.db, workspaceId);
  if (free !== null && free.usedBytes >= free.maxBytes) throw storageLimit(free.usedBytes, free.maxBytes);
  const source = await openSource(deps, item.url);
  try {
    const row = await begin(deps, workspaceId, item, source);
    return await keepOrForget(deps, row, store(deps, row, source, free));
  } finally {
    await source.close();
  }
}

/** The row comes first: should we die over the rest, it tells the sweep what to remove. */
async function begin(
  deps: ServiceDeps,
  workspaceId: string,
  item: MediaItemInput,
  { mime, sizeBytes }: Source,
): Promise<MediaRow> {
  const row = newMediaRow(deps, {
    workspaceId,
    kind: kindOfMime(mime),
    status: 'PROCESSING',
    mime,
    sizeBytes: sizeBytes ?? 0,
    altText: item.altText,
    originalFilename: item.filename,
    processingSince: deps.clock.now(),
  });
  await deps.db.transaction(async (tx) => {
    await takeStorage(tx, workspaceId, row.sizeBytes);
    await tx.insert(mediaAssets).values(row);
  });
  return row;
}

type Free = Awaited<ReturnType<typeof freeStorage>>;

async function store(deps: ServiceDeps, row: MediaRow, source: Source, free: Free): Promise<MediaRow> {
  const { id, workspaceId } = row;
  const key = mediaKeys.original(workspaceId, id, source.mime);
  const body = free === null ? source.body : withinFree(source.body, free);
  const options = { mime: source.mime, bytesMax: source.bytesMax };
  const { sizeBytes, sha256 } = await fromStorage(deps.storage.write(key, body, options));
  const inspected = await fromStorage(inspect(deps, row, { key, sizeBytes }));
  if (!inspected.ok) {
    const { code, message, extras } = inspected.failure;
    throw new AppError(code === 'EMPTY_BODY' ? code : 'UNSUPPORTED_MIME', message, {
      mime: typeof extras['mime'] === 'string' ? extras['mime'] : null,
    });
  }
  const { facts, thumbnailKey } = inspected;
  const { kind, mime, width, height, durationMs } = facts;
  const found = { kind, mime, width, height, durationMs, facts, sha256, thumbnailKey };
  return deps.db.transaction(async (tx) => {
    await takeStorage(tx, workspaceId, sizeBytes, id);
    const settled = { status: 'READY' as const, storageKey: key, processingSince: null };
    const [stored] = await tx
      .update(mediaAssets)
      .set({ ...found, ...settled, sizeBytes, updatedAt: deps.clock.now() })
      .where(eq(mediaAssets.id, id))
      .returning();
    // Deleted while it was fetched.
    if (stored === undefined || stored.deletedAt !== null) throw gone();
    return stored;
  });
}

/** A source that does not say how much it sends is not read beyond what there is room for. */
async function* withinFree(
  body: AsyncIterable<Uint8Array>,
  { usedBytes, maxBytes }: NonNullable<Free>,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (usedBytes + sizeBytes > maxBytes) throw storageLimit(usedBytes, maxBytes);
    yield chunk;
  }
}

const gone = (): AppError<'NOT_FOUND'> =>
  new AppError('NOT_FOUND', 'The file was deleted while it was fetched.', {});

/** Of what did not succeed nothing stays: neither bytes nor a row. */
async function keepOrForget(deps: ServiceDeps, row: MediaRow, work: Promise<MediaRow>): Promise<MediaRow> {
  try {
    return await work;
  } catch (error) {
    await forget(deps, row).catch((fault: unknown) => {
      deps.log.warn({ err: fault, mediaId: row.id }, 'what was fetched in vain is left to the sweep');
    });
    throw error;
  }
}

/** For an asset that nobody has been told of. */
export async function forget(deps: Pick<ServiceDeps, 'db' | 'storage'>, row: MediaRow): Promise<void> {
  await removeBytes(deps, row);
  await deps.db.delete(mediaAssets).where(eq(mediaAssets.id, row.id));
}
