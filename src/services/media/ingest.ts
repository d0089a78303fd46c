import { requireMember } from '../shared/rights/access.js';
import { eq } from 'drizzle-orm';
import { mediaAssets } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { QueueFullError } from '../../concurrency/fair-queue.js';
import { isMediaMime, kindOfMime, mediaKeys } from '../../domain/media.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { openSource, type Source } from './fetch-source.js';
import { inspect } from './internal/inspect.js';
import { freeStorage, requireFreeSpace, storageLimit, takeStorage, withSpaceFor } from './internal/quota.js';
import { newMediaRow, type MediaRow } from './records.js';
import { deleteBytes } from './internal/delete-bytes.js';
import { fromStorage } from './internal/storage-faults.js';
import type { MediaItemInput } from './types.js';

export interface IngestOrder {
  workspaceId: string;
  item: MediaItemInput;
  /** Aborts the download at any point. Its reason is the error that the caller gets. */
  signal: AbortSignal;
}

/**
 * Downloads a URL into the library, whole or not at all. When this returns, the file is stored and inspected, and the
 * source is not requested again. The caller's rights are checked before and again at the end.
 */
export async function ingestUrl(ctx: RequestContext, order: IngestOrder): Promise<MediaRow> {
  const { workspaceId, item, signal } = order;
  const { ofUsers, ofWorkspaces } = ctx.media.downloads;
  const turn = {
    signal,
    refused: (cause: unknown) => (cause instanceof QueueFullError ? tooManyDownloads() : cause),
  };
  const download = () =>
    orReason(
      signal,
      ingest(ctx, order, () => openSource(ctx, item.url, signal)),
    );
  return ofUsers.run(requireMember(ctx).userId, () => ofWorkspaces.run(workspaceId, download, turn), turn);
}

/** Creates another asset with the same bytes and facts. Nothing is downloaded. */
export async function ingestCopy(
  ctx: RequestContext,
  order: IngestOrder,
  original: MediaRow,
): Promise<MediaRow> {
  const { storageKey, mime, sizeBytes } = original;
  if (storageKey === null || mime === null || !isMediaMime(mime)) throw new Error('an asset has bytes');
  const { signal } = order;
  const open = async (): Promise<Source> => ({
    mime,
    sizeBytes,
    bytesMax: sizeBytes,
    body: untilAborted(await fromStorage(ctx.media.storage.read(storageKey)), signal),
    close: () => Promise.resolve(),
  });
  return orReason(signal, ingest(ctx, order, open));
}

/** If the work was aborted, any error is replaced by the reason of the abort. */
async function orReason<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function* untilAborted(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    signal.throwIfAborted();
    yield chunk;
  }
}

async function ingest(
  ctx: RequestContext,
  order: IngestOrder,
  open: () => Promise<Source>,
): Promise<MediaRow> {
  order.signal.throwIfAborted();
  const free = await freeStorage(ctx.db, ctx, order.workspaceId);
  if (free !== null && free.usedBytes >= free.maxBytes) throw storageLimit(free.usedBytes, free.maxBytes);
  await requireFreeSpace(ctx, 0);
  const source = await open();
  try {
    const arriving = { ownerId: requireMember(ctx).userId, sizeBytes: source.sizeBytes, body: source.body };
    return await withSpaceFor(ctx, arriving, async (body) => {
      const row = await begin(ctx, order, source);
      const stored = store(ctx, row, { ...source, body }, { free, signal: order.signal });
      return keepOrForget(ctx, row, stored);
    });
  } finally {
    await source.close();
  }
}

const tooManyDownloads = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'Too many files are being fetched right now. Try again.', {});

/** Inserts the asset's row before its bytes are stored, so that the sweep can find them if the process dies. */
async function begin(
  ctx: RequestContext,
  { workspaceId, item }: IngestOrder,
  { mime, sizeBytes }: Source,
): Promise<MediaRow> {
  const row = newMediaRow(ctx, {
    workspaceId,
    kind: kindOfMime(mime),
    status: 'PROCESSING',
    mime,
    sizeBytes: sizeBytes ?? 0,
    altText: item.altText,
    originalFilename: item.filename,
    processingSince: ctx.clock.now(),
  });
  await ctx.db.transaction(async (tx) => {
    await takeStorage(tx, ctx, { workspaceId, sizeBytes: row.sizeBytes });
    await holdRights(tx, ctx, workspaceId, 'writeMedia');
    await tx.insert(mediaAssets).values(row);
  });
  return row;
}

type Free = Awaited<ReturnType<typeof freeStorage>>;

async function store(
  ctx: RequestContext,
  row: MediaRow,
  source: Source,
  { free, signal }: { free: Free; signal: AbortSignal },
): Promise<MediaRow> {
  const { id, workspaceId } = row;
  const key = mediaKeys.original(workspaceId, id, source.mime);
  const body = free === null ? source.body : withinFree(source.body, free);
  const options = { mime: source.mime, bytesMax: source.bytesMax };
  const { sizeBytes, sha256 } = await fromStorage(ctx.media.storage.write(key, body, options));
  const inspected = await fromStorage(inspect(ctx, row, { key, sizeBytes }, signal));
  if (!inspected.ok) {
    const { code, message, extras } = inspected.failure;
    throw new AppError(code === 'EMPTY_BODY' ? code : 'UNSUPPORTED_MIME', message, {
      mime: typeof extras['mime'] === 'string' ? extras['mime'] : null,
    });
  }
  signal.throwIfAborted();
  const { facts, thumbnailKey } = inspected;
  const { kind, mime, width, height, durationMs } = facts;
  const found = { kind, mime, width, height, durationMs, facts, sha256, thumbnailKey };
  return ctx.db.transaction(async (tx) => {
    await takeStorage(tx, ctx, { workspaceId, sizeBytes, exceptId: id });
    await holdRights(tx, ctx, workspaceId, 'writeMedia');
    const settled = { status: 'READY' as const, storageKey: key, processingSince: null };
    const [stored] = await tx
      .update(mediaAssets)
      .set({ ...found, ...settled, sizeBytes, updatedAt: ctx.clock.now() })
      .where(eq(mediaAssets.id, id))
      .returning();
    // The asset was deleted during the download.
    if (stored === undefined || stored.deletedAt !== null) throw gone();
    return stored;
  });
}

/** Stops reading a source of unknown size when it exceeds the free storage. */
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
  new AppError('NOT_FOUND', 'The file was deleted while it was being fetched.', {});

/** Deletes the bytes and the row if the work fails. */
async function keepOrForget(deps: ServiceDeps, row: MediaRow, work: Promise<MediaRow>): Promise<MediaRow> {
  try {
    return await work;
  } catch (error) {
    await forget(deps, row).catch((fault: unknown) => {
      deps.log.warn(
        { err: fault, mediaId: row.id },
        'a fetched file could not be removed: the sweep does it',
      );
    });
    throw error;
  }
}

/** Deletes an asset that no response has shown yet. */
export async function forget(deps: Pick<ServiceDeps, 'db' | 'media'>, row: MediaRow): Promise<void> {
  await deleteBytes(deps, row);
  await deps.db.delete(mediaAssets).where(eq(mediaAssets.id, row.id));
}
