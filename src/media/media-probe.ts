import type { VideoPatch, VideoRecipe } from '../domain/video-renditions.js';
import type { MediaFacts } from '../domain/media.js';
import type { RenditionMime, RenditionRecipe } from '../domain/renditions.js';

export type { MediaFacts, RenditionRecipe };

/** The bytes of one asset, wherever they lie. */
export interface MediaSource {
  sizeBytes: number;
  /** `end` is exclusive. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  /** Whoever it belongs to waits in a line of its own: workers are shared fairly among owners. */
  owner?: string;
  /** Ends the wait for a worker; what a worker has begun it finishes. */
  signal?: AbortSignal;
}

export type ProbeAnswer =
  | { ok: true; facts: MediaFacts }
  | {
      ok: false;
      code: 'UNSUPPORTED_MIME' | 'EMPTY_BODY' | 'UNREADABLE';
      /** What the bytes are, where that could be told. */
      mime: string | null;
      reason: string;
    };

/** Throws AppError RETRY when every worker is busy and the queue is full; everything about the asset is an answer. */
export interface MediaProbe {
  probe(source: MediaSource): Promise<ProbeAnswer>;
  /** A WebP of at most 512 px on its longer side; null where no decoder exists (videos). */
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
      /** Hex, of `bytes`. */
      sha256: string;
      hasAlpha: boolean;
    }
  | { ok: false; reason: string };

export type RepackAnswer =
  /** Null: the video is as the recipe wants it. */
  { ok: true; patches: VideoPatch[] | null } | { ok: false; reason: string };

/** Makes what a recipe says. Throws AppError RETRY as a probe does. */
export interface Renderer {
  /** How a video is made over. The file itself passes by whoever stores it: it is too large to be held. */
  planRepack(source: MediaSource, recipe: VideoRecipe): Promise<RepackAnswer>;
  render(source: MediaSource, recipe: RenditionRecipe): Promise<RenderAnswer>;
}
