import { createHash } from 'node:crypto';
import type { MediaFailure } from '../../../db/schema/index.js';
import { mediaKeys, type MediaFacts } from '../../../domain/media.js';
import type { MediaSource } from '../../../media/media-probe.js';
import type { Storage } from '../../../storage/storage.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { MediaRow } from '../records.js';

export type Inspection =
  { ok: true; facts: MediaFacts; thumbnailKey: string | null } | { ok: false; failure: MediaFailure };

type InspectDeps = Pick<ServiceDeps, 'media' | 'log'>;

/** Inspects the stored bytes and stores a thumbnail if possible. */
export async function inspect(
  deps: InspectDeps,
  row: Pick<MediaRow, 'id' | 'workspaceId' | 'mime'>,
  object: { key: string; sizeBytes: number },
  signal?: AbortSignal,
): Promise<Inspection> {
  const source = sourceOf(deps.media.storage, {
    ...object,
    owner: row.workspaceId,
    ...(signal && { signal }),
  });
  const answer = await deps.media.probe.probe(source);
  if (!answer.ok) return { ok: false, failure: failureOf(answer, row.mime) };
  const key = mediaKeys.thumbnail(row.workspaceId, row.id);
  return {
    ok: true,
    facts: answer.facts,
    thumbnailKey: await keepThumbnail(deps, source, answer.facts, key),
  };
}

function failureOf(
  answer: { code: string; mime: string | null; reason: string },
  announcedMime: string | null,
): MediaFailure {
  if (answer.code === 'EMPTY_BODY')
    return { code: 'EMPTY_BODY', message: 'No bytes were uploaded.', extras: {} };
  const message =
    answer.code === 'UNREADABLE'
      ? `The file cannot be read as the type that it claims to be (${answer.reason}).`
      : unsupportedText(answer, announcedMime);
  return { code: 'UNSUPPORTED_MIME', message, extras: { mime: answer.mime } };
}

function unsupportedText(
  { mime, reason }: { mime: string | null; reason: string },
  announcedMime: string | null,
): string {
  const found = mime === null ? 'The upload is not a file of a known type' : reason.replace(/\.$/, '');
  const isAsAnnounced = announcedMime === null || announcedMime === mime;
  return isAsAnnounced ? `${found}.` : `${found}; ${announcedMime} was announced.`;
}

/**
 * Stores a thumbnail and returns its key. A failure is only logged, because an asset can be used without a thumbnail.
 */
async function keepThumbnail(
  { log, media: { storage, probe } }: InspectDeps,
  source: MediaSource,
  facts: MediaFacts,
  key: string,
): Promise<string | null> {
  try {
    const thumbnail = await probe.thumbnail(source, facts);
    if (thumbnail === null) return null;
    const { mime, bytes } = thumbnail;
    await storage.write(key, inOnePiece(bytes), { mime, bytesMax: bytes.byteLength });
    return key;
  } catch (error) {
    log.warn({ err: error, key }, 'no thumbnail could be made');
    return null;
  }
}

/** A source that is read only when needed. For a video, only the requested ranges are read. */
export function sourceOf(
  storage: Storage,
  { key, ...rest }: { key: string } & Pick<MediaSource, 'sizeBytes' | 'owner' | 'signal'>,
): MediaSource {
  return {
    ...rest,
    async *read(range) {
      yield* await storage.read(key, range);
    },
  };
}

export async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.read(key)) hash.update(chunk);
  return hash.digest('hex');
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
