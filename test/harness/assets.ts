import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { mediaAssets } from '../../src/db/schema/index.js';
import { mediaKeys } from '../../src/domain/media.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { newMediaRow, type MediaRow } from '../../src/services/media/records.js';
import type { TestWorkspace } from './stack.js';

let made = 0;

/** Adds a real image to the library of a workspace, each time a different one. */
export async function addImage(
  deps: ServiceDeps,
  { workspaceId }: Pick<TestWorkspace, 'workspaceId'>,
  altText: string | null = null,
): Promise<MediaRow> {
  made += 1;
  const [width, height, mime] = [40 + made, 30, 'image/png' as const];
  const background = { r: made % 256, g: (made * 7) % 256, b: (made * 13) % 256 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const sizeBytes = bytes.byteLength;
  const known = { workspaceId, kind: 'IMAGE', status: 'READY', mime, sizeBytes, width, height } as const;
  const row = newMediaRow(deps, { ...known, sha256, altText });
  const storageKey = mediaKeys.original(workspaceId, row.id, mime);
  async function* body(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes);
  }
  await deps.media.storage.write(storageKey, body(), { mime, bytesMax: sizeBytes });
  const asset = { ...row, storageKey };
  await deps.db.insert(mediaAssets).values(asset);
  return asset;
}
