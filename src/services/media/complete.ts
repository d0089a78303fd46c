import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { mediaAssets, type MediaFailure } from '../../db/schema/index.js';
import { AppError, notFound, type ErrorCode } from '../../domain/errors.js';
import type { Queryable } from '../../db/client.js';
import type { RequestContext } from '../shared/context.js';
import { holdRights } from '../shared/rights/rights-now.js';
import { hashOf, inspect } from './internal/inspect.js';
import { takeUpload } from './internal/take-upload.js';
import { mayStillUpload } from './internal/uploader.js';
import { notInThisState, readMedia, readMediaInReach, type MediaRow } from './records.js';
import { deleteBytes } from './internal/delete-bytes.js';
import { fromStorage } from './internal/storage-faults.js';
import type { MediaView } from './types.js';
import { toMediaView } from './view.js';

/** A completion that has run longer than this counts as dead. */
const processingMsMax = 15 * 60 * 1000;
const twinWaitMsMax = 25_000;
const twinPollMs = 100;

/**
 * Completes an upload: moves the bytes out of the client's reach, inspects them, and compares the result with what
 * was announced. Repeating it returns the same response, even if the file was refused. If two calls run at the same
 * time, one does the work and the other waits.
 */
export async function completeMedia(
  ctx: RequestContext,
  { mediaId }: { mediaId: string },
): Promise<MediaView> {
  const row = await readMediaInReach(ctx, mediaId, 'writeMedia');
  await checkUploader(ctx, row);
  const claimed = await claim(ctx, row);
  const done = claimed === undefined ? await untilDone(ctx, row) : await complete(ctx, claimed);
  if (done.failure !== null) throw refusal(done.failure);
  return toMediaView(ctx, done);
}

/**
 * Refuses the upload if its uploader may no longer write. A bucket accepts bytes from a former member until the URL
 * expires, and they must not become another member's file.
 */
async function checkUploader(ctx: RequestContext, row: MediaRow): Promise<void> {
  const { status, workspaceId, uploaderUserId: userId } = row;
  if (status !== 'PENDING_UPLOAD' || (await mayStillUpload(ctx.db, { workspaceId, userId }))) return;
  const message =
    'The person who requested this upload may no longer upload to the workspace. Request new upload URLs and upload the file again.';
  throw notInThisState(status, message);
}

async function claim(ctx: RequestContext, { id }: MediaRow): Promise<MediaRow | undefined> {
  const now = ctx.clock.now();
  const isStale = lt(mediaAssets.processingSince, new Date(now.getTime() - processingMsMax));
  const [claimed] = await ctx.db
    .update(mediaAssets)
    .set({ status: 'PROCESSING', processingSince: now })
    .where(
      and(
        eq(mediaAssets.id, id),
        isNull(mediaAssets.deletedAt),
        or(eq(mediaAssets.status, 'PENDING_UPLOAD'), and(eq(mediaAssets.status, 'PROCESSING'), isStale)),
      ),
    )
    .returning();
  return claimed;
}

/** Waits for another call that completes the upload. If it takes too long, the response shows PROCESSING. */
async function untilDone(ctx: RequestContext, row: MediaRow): Promise<MediaRow> {
  const deadlineMs = performance.now() + twinWaitMsMax;
  for (;;) {
    const current = await readMedia(ctx.db, row.id);
    if (current === undefined) throw notFound();
    if (current.status === 'PENDING_UPLOAD') throw nothingThere();
    if (current.status !== 'PROCESSING' || performance.now() > deadlineMs) return current;
    await delay(twinPollMs);
  }
}

async function complete(ctx: RequestContext, row: MediaRow): Promise<MediaRow> {
  try {
    const object = await takeUpload(ctx, row);
    const outcome = await judge(ctx, row, object);
    return await record(ctx, row, outcome);
  } catch (error) {
    // The inspection did not finish, so the upload becomes pending again and can be completed later.
    await settle(ctx.db, ctx, row, { status: 'PENDING_UPLOAD', processingSince: null });
    throw error;
  }
}

type Outcome = { failure: MediaFailure } | { failure: null; changes: Partial<MediaRow> };

async function judge(
  ctx: RequestContext,
  row: MediaRow,
  object: { key: string; sizeBytes: number },
): Promise<Outcome> {
  if (object.sizeBytes !== row.sizeBytes) return { failure: wrongSize(object.sizeBytes, row.sizeBytes) };
  const inspected = await fromStorage(inspect(ctx, row, object));
  if (!inspected.ok) return inspected;
  const { facts, thumbnailKey } = inspected;
  if (facts.mime !== row.mime) return { failure: wrongMime(facts.mime, row.mime) };
  const sha256 = await fromStorage(hashOf(ctx.media.storage, object.key));
  if (row.sha256 !== null && row.sha256 !== sha256) return { failure: wrongHash };
  const { kind, mime, width, height, durationMs } = facts;
  const found = { kind, mime, width, height, durationMs, facts, sha256, thumbnailKey };
  return { failure: null, changes: { ...found, sizeBytes: object.sizeBytes, storageKey: object.key } };
}

async function record(ctx: RequestContext, row: MediaRow, outcome: Outcome): Promise<MediaRow> {
  if (outcome.failure === null) {
    const { changes } = outcome;
    return ctx.db.transaction(async (tx) => {
      await holdRights(tx, ctx, row.workspaceId, 'writeMedia');
      return settle(tx, ctx, row, { ...changes, status: 'READY', multipartId: null, processingSince: null });
    });
  }
  await fromStorage(deleteBytes(ctx, row));
  return settle(ctx.db, ctx, row, { failure: outcome.failure, status: 'FAILED', processingSince: null });
}

async function settle(
  q: Queryable,
  ctx: RequestContext,
  row: MediaRow,
  changes: Partial<MediaRow>,
): Promise<MediaRow> {
  const [settled] = await q
    .update(mediaAssets)
    .set({ ...changes, updatedAt: ctx.clock.now() })
    .where(and(eq(mediaAssets.id, row.id), isNull(mediaAssets.deletedAt)))
    .returning();
  if (settled !== undefined) return settled;
  // The upload was deleted in the meantime, so the bytes that were moved since are deleted here.
  await deleteBytes(ctx, row).catch(() => undefined);
  throw notFound();
}

const nothingThere = (): AppError => new AppError('EMPTY_BODY', 'No bytes were uploaded.', {});

function wrongSize(sizeBytes: number, announcedBytes: number): MediaFailure {
  if (sizeBytes > announcedBytes) {
    const extras = { sizeBytes, maxBytes: announcedBytes };
    return { code: 'FILE_TOO_LARGE', message: 'The file is larger than announced.', extras };
  }
  const message = `Only ${sizeBytes} of the announced ${announcedBytes} bytes were uploaded.`;
  return invalid('sizeBytes', 'size_mismatch', message);
}

function wrongMime(mime: string, announcedMime: string | null): MediaFailure {
  const message = `The file is ${mime}; ${announcedMime ?? 'another type'} was announced.`;
  return { code: 'UNSUPPORTED_MIME', message, extras: { mime } };
}

const wrongHash = invalid('sha256', 'checksum_mismatch', 'The bytes do not match the announced checksum.');

function invalid(path: string, code: string, message: string): MediaFailure {
  return { code: 'VALIDATION_FAILED', message, extras: { details: [{ path, code, message }] } };
}

/** Builds the error from the stored failure, so that a repeated call gets the same one. */
function refusal({ code, message, extras }: MediaFailure): AppError {
  return new AppError<ErrorCode>(code, message, extras);
}
