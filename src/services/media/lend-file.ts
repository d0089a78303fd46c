import { kindOfMime, mediaKeys, type MediaMime } from '../../domain/media.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import type { PublicationMedia } from '../../platforms/kit/platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { inspect } from './internal/inspect.js';

interface FileToLend {
  workspaceId: string;
  mime: MediaMime;
  filename: string;
  bytes: Uint8Array;
  altText: string;
}

export interface LentFile {
  media: PublicationMedia;
  draft: DraftMedia;
  /** Deletes the stored bytes. */
  takeBack: () => Promise<void>;
}

/**
 * Stores a file for one command, without an asset in the library. Platforms that fetch media get a signed URL of this
 * installation.
 */
export async function lendFile(deps: ServiceDeps, file: FileToLend): Promise<LentFile> {
  const { workspaceId, mime, filename, bytes, altText } = file;
  const { storage } = deps.media;
  const assetId = deps.newId('mediaAsset');
  const folder = mediaKeys.folder(workspaceId, assetId);
  const key = mediaKeys.original(workspaceId, assetId, mime);
  const takeBack = () => storage.deleteFolder(folder);
  try {
    const stored = await storage.write(key, once(bytes), { mime, bytesMax: bytes.length });
    const inspected = await inspect(deps, { id: assetId, workspaceId, mime }, { key, ...stored });
    if (!inspected.ok) throw new Error(inspected.failure.message);
    const { facts } = inspected;
    const { sizeBytes, sha256 } = stored;
    const { width, height, durationMs } = facts;
    const media: PublicationMedia = {
      ...{ assetId, kind: kindOfMime(mime), mime, sizeBytes, sha256, width, height, durationMs, altText },
      async *open(range) {
        yield* await storage.read(key, range);
      },
      publicUrl: async (ttlMs) => (await storage.presignDownload(key, { mime, filename, ttlMs })).url,
    };
    return { media, draft: { assetId, facts, sizeBytes, altText }, takeBack };
  } catch (error) {
    await takeBack().catch(() => undefined);
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  await Promise.resolve();
}
