import type { VideoPatch, VideoRecipe } from '../domain/video-renditions.js';
import type { MediaFacts } from '../domain/media.js';
import type { RenditionMime, RenditionRecipe } from '../domain/renditions.js';

export type { MediaFacts, RenditionRecipe };

/** The bytes of one asset, wherever they are stored. */
export interface MediaSource {
  sizeBytes: number;
  /** Reads a range of the bytes. `end` is exclusive. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  /** Each owner has its own queue, so that owners share the workers fairly. */
  owner?: string;
  /** Ends the wait for a worker. A task that a worker has started is finished. */
  signal?: AbortSignal;
}

export type ProbeAnswer =
  | { ok: true; facts: MediaFacts }
  | {
      ok: false;
      code: 'UNSUPPORTED_MIME' | 'EMPTY_BODY' | 'UNREADABLE';
      /** The type of the bytes, if it is known. */
      mime: string | null;
      reason: string;
    };

/**
 * Inspects media. Throws AppError RETRY if every worker is busy and the queue is full. A bad asset is a result, not an
 * exception.
 */
export interface MediaProbe {
  probe(source: MediaSource): Promise<ProbeAnswer>;
  /** Makes a WebP of at most 512 px on its longer side; null if there is no decoder (videos, documents). */
  thumbnail(
    source: MediaSource,
    facts: MediaFacts,
  ): Promise<{ mime: string; bytes: Uint8Array; width: number; height: number } | null>;
}

export type RenderAnswer =
  | {
      ok: true;
      mime: RenditionMime;
      bytes: Uint8Array;
      width: number;
      height: number;
      /** The hex digest of `bytes`. */
      sha256: string;
      hasAlpha: boolean;
    }
  | { ok: false; reason: string };

export type RepackAnswer =
  /** `patches` is null if the video already matches the recipe. */
  { ok: true; patches: VideoPatch[] | null } | { ok: false; reason: string };

/** Makes a rendition from a recipe. Throws AppError RETRY like `probe`. */
export interface Renderer {
  /**
   * Plans how to rewrite a video. The code that stores the file applies the changes, because the video is too large to
   * hold in memory.
   */
  planRepack(source: MediaSource, recipe: VideoRecipe): Promise<RepackAnswer>;
  render(source: MediaSource, recipe: RenditionRecipe): Promise<RenderAnswer>;
}
