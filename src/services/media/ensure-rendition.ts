import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { mediaRenditions } from '../../db/schema/index.js';
import { mediaKeys } from '../../domain/media.js';
import type { RenditionRecipe } from '../../domain/renditions.js';
import type { ServiceDeps } from '../shared/context.js';
import { sourceOf } from './internal/inspect.js';
import type { MediaRow } from './records.js';

export type RenditionRow = typeof mediaRenditions.$inferSelect;

type RenditionDeps = Pick<ServiceDeps, 'db' | 'clock' | 'media'>;

/**
 * The rendition of an asset for a recipe: an existing one, or a new one. If two callers make it at the same time,
 * they write the same bytes under the same key, and the first row stays.
 */
export async function ensureRendition(
  deps: RenditionDeps,
  asset: MediaRow,
  recipe: RenditionRecipe,
): Promise<RenditionRow | { unavailable: string }> {
  if (asset.storageKey === null) return { unavailable: `The media asset ${asset.id} has no bytes.` };
  const recipeHash = hashOf(recipe);
  const found = await readRendition(deps, asset.id, recipeHash);
  if (found !== undefined) return found;
  const source = sourceOf(deps.media.storage, {
    key: asset.storageKey,
    sizeBytes: asset.sizeBytes,
    owner: asset.workspaceId,
  });
  const made = await deps.media.renderer.render(source, recipe);
  if (!made.ok)
    return {
      unavailable: `The media asset ${asset.id} cannot be converted to what the platform accepts. ${made.reason}`,
    };
  const { mime, bytes, width, height, sha256, hasAlpha } = made;
  const storageKey = mediaKeys.rendition(asset.workspaceId, asset.id, recipeHash, mime);
  await deps.media.storage.write(storageKey, inOnePiece(bytes), { mime, bytesMax: bytes.byteLength });
  const facts = { mime, sizeBytes: bytes.byteLength, sha256, width, height, hasAlpha };
  return keepRendition(deps, { mediaAssetId: asset.id, recipeHash, storageKey, ...facts });
}

/** Records the rendition after its bytes are stored. If two processes made it, the first row wins. */
export async function keepRendition(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  made: Omit<RenditionRow, 'createdAt'>,
): Promise<RenditionRow> {
  const row: RenditionRow = { ...made, createdAt: clock.now() };
  await db.insert(mediaRenditions).values(row).onConflictDoNothing();
  return (await readRendition({ db }, row.mediaAssetId, row.recipeHash)) ?? row;
}

export async function readRendition(
  { db }: Pick<ServiceDeps, 'db'>,
  mediaAssetId: string,
  recipeHash: string,
): Promise<RenditionRow | undefined> {
  const [row] = await db
    .select()
    .from(mediaRenditions)
    .where(and(eq(mediaRenditions.mediaAssetId, mediaAssetId), eq(mediaRenditions.recipeHash, recipeHash)));
  return row;
}

/** Hashes field by field, so that the order of a recipe's fields does not matter. */
function hashOf({ version, mode, mimes, box, bytesMax }: RenditionRecipe): string {
  const text = JSON.stringify([version, mode, mimes, box && [box.width, box.height], bytesMax]);
  return createHash('sha256').update(text).digest('hex');
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
