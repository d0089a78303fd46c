import { createHash } from 'node:crypto';
import { patched, type VideoPatch, type VideoRecipe } from '../../domain/video-renditions.js';
import { mediaKeys } from '../../domain/media.js';
import type { ServiceDeps } from '../shared/context.js';
import { keepRendition, readRendition, type RenditionRow } from './ensure-rendition.js';
import { sourceOf } from './internal/inspect.js';
import type { MediaRow } from './records.js';

/** A storage that sends no bytes for this long counts as failed. */
const stallMsMax = 30_000;

type VideoDeps = Pick<ServiceDeps, 'db' | 'clock' | 'media'>;

/**
 * The video for a recipe: an existing one, or one made now; null if the original already matches. It streams from
 * storage to storage and is stored whole or not at all. If the process is killed, the next try starts again under the
 * same key.
 */
export async function ensureVideo(
  deps: VideoDeps,
  asset: MediaRow,
  recipe: VideoRecipe,
  signal: AbortSignal,
): Promise<RenditionRow | null | { unavailable: string }> {
  const { id, workspaceId, storageKey: originalKey, width, height } = asset;
  if (originalKey === null) return { unavailable: `The media asset ${id} has no bytes.` };
  const recipeHash = hashOf(recipe);
  const found = await readRendition(deps, id, recipeHash);
  if (found !== undefined) return found;
  const source = sourceOf(deps.media.storage, {
    key: originalKey,
    sizeBytes: asset.sizeBytes,
    owner: asset.workspaceId,
  });
  const plan = await deps.media.renderer.planRepack(source, recipe);
  if (!plan.ok)
    return {
      unavailable: `The media asset ${id} cannot be converted to what the platform accepts. ${plan.reason}`,
    };
  if (plan.patches === null) return null;
  const storageKey = mediaKeys.rendition(workspaceId, id, recipeHash, recipe.mime);
  const stored = await copyPatched(deps, { asset, originalKey, storageKey }, recipe, plan.patches, signal);
  const made = { ...stored, width: width ?? 0, height: height ?? 0, hasAlpha: false };
  return keepRendition(deps, { mediaAssetId: id, recipeHash, storageKey, mime: recipe.mime, ...made });
}

async function copyPatched(
  { media: { storage } }: VideoDeps,
  { asset, originalKey, storageKey }: { asset: MediaRow; originalKey: string; storageKey: string },
  { mime }: VideoRecipe,
  patches: readonly VideoPatch[],
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const { sizeBytes } = asset;
  const body = inTime(await storage.read(originalKey), signal);
  return storage.write(storageKey, patched(body, patches), { mime, sizeBytes, bytesMax: sizeBytes });
}

/** Yields the body's chunks, and fails if it stalls or the signal aborts. */
async function* inTime(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withinMs(stallMsMax, chunks.next());
      signal.throwIfAborted();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // The end of the body is not awaited, because a stalled body may never close.
    void chunks.return?.().catch(() => undefined);
  }
}

async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the storage has stopped in the middle of a video')), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Hashes field by field, so that the order of a recipe's fields does not matter. */
function hashOf({ version, mode, mime, clean }: VideoRecipe): string {
  return createHash('sha256')
    .update(JSON.stringify([version, mode, mime, clean]))
    .digest('hex');
}
