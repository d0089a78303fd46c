import { downloadAddressMs, mimeOfKey } from '../../domain/media.js';
import { joinSentences } from '../../domain/one-sentence.js';
import type { ServiceDeps } from '../shared/context.js';
import type { MediaRow } from './records.js';
import type { MediaView } from './types.js';

/**
 * URLs are signed as of the beginning of a time window, so that responses about the same asset stay equal for some
 * minutes.
 */
const addressWindowMs = 5 * 60 * 1000;

type ViewDeps = Pick<ServiceDeps, 'media' | 'clock'>;

export async function toMediaView(deps: ViewDeps, row: MediaRow): Promise<MediaView> {
  const isReady = row.status === 'READY';
  const { videoCodec = null, audioCodec = null, frameRate = null, pageCount = null } = row.facts ?? {};
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    kind: row.kind,
    status: row.status,
    mime: row.mime,
    sizeBytes: row.sizeBytes,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    videoCodec,
    audioCodec,
    frameRate,
    pageCount,
    sha256: isReady ? row.sha256 : null,
    altText: row.altText,
    storageKey: row.storageKey,
    originalFilename: row.originalFilename,
    url: isReady ? await addressOf(deps, row, row.storageKey, row.mime) : null,
    thumbnailUrl: isReady ? await addressOf(deps, row, row.thumbnailKey, null) : null,
    failure: row.failure && { code: row.failure.code, message: joinSentences(row.failure.message) },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

async function addressOf(
  { clock, media: { storage } }: ViewDeps,
  { id }: MediaRow,
  key: string | null,
  mime: string | null,
): Promise<string | null> {
  if (key === null) return null;
  const nowMs = clock.now().getTime();
  const { url } = await storage.presignDownload(key, {
    mime: mime ?? mimeOfKey(key),
    filename: filenameOf(id, key),
    ttlMs: downloadAddressMs,
    signedAt: new Date(nowMs - (nowMs % addressWindowMs)),
  });
  return url;
}

/** A file name made from the id, because a name chosen by an uploader must not get into a header. */
function filenameOf(id: string, key: string): string {
  return `${id}${key.slice(key.lastIndexOf('.'))}`;
}
