import type { MediaFacts } from './media.js';
import type { VideoRules } from './media-rules.js';

/** How a video is rewritten without touching its frames. Equal recipes on equal bytes give equal bytes. */
export interface VideoRecipe {
  /** The version of the rewriting. It must be raised when the same recipe produces other bytes. */
  version: 1;
  mode: 'repack';
  mime: VideoMime;
  /** Whether everything besides images and sound is removed. */
  clean: boolean;
}

export const videoMimes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type VideoMime = (typeof videoMimes)[number];

/** Codecs that QuickTime and MP4 store in the same way. Phones and cameras use these. */
const sharedVideoCodecs: readonly (string | null)[] = ['h264', 'h265'];
const sharedAudioCodecs: readonly (string | null)[] = ['aac'];

/**
 * The type in which a video is sent: its own, or MP4 if changing the container is enough. Null: the platform accepts
 * neither.
 */
export function videoMimeFor(
  { mimes }: Pick<VideoRules, 'mimes'>,
  { mime, videoCodec, audioCodec, hasAudio }: MediaFacts,
): VideoMime | null {
  const own = videoMimes.find((known) => known === mime);
  if (own !== undefined && mimes.includes(own)) return own;
  const isShared =
    sharedVideoCodecs.includes(videoCodec) && (hasAudio === false || sharedAudioCodecs.includes(audioCodec));
  return own === 'video/quicktime' && mimes.includes('video/mp4') && isShared ? 'video/mp4' : null;
}

/**
 * Returns how to change a video so that a platform accepts it. Null if it is sent unchanged. The recipe contains no
 * limits of the platform, so one rewritten video serves all platforms that accept its type.
 */
export function planVideo(
  rules: Pick<VideoRules, 'mimes'>,
  facts: MediaFacts,
  { keepMetadata }: { keepMetadata: boolean },
): VideoRecipe | null {
  const mime = videoMimeFor(rules, facts);
  if (mime === null) return null;
  // Null means that the video was not inspected for metadata, so it is treated as if it had some.
  const clean = facts.hasMetadata !== false && !keepMetadata;
  return mime === facts.mime && !clean ? null : { version: 1, mode: 'repack', mime, clean };
}

/** A range of a file that is replaced by other bytes of the same length. `bytes` null: replaced by zeros. */
export interface VideoPatch {
  start: number;
  end: number;
  bytes: Uint8Array | null;
}

/** Streams a file with patches applied, without holding it in memory. Patches must be in order and not overlap. */
export async function* patched(
  body: AsyncIterable<Uint8Array>,
  patches: readonly VideoPatch[],
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let next = 0;
  for await (const chunk of body) {
    const end = at + chunk.byteLength;
    let copy: Uint8Array | undefined;
    for (let index = next; index < patches.length; index += 1) {
      const patch = patches[index];
      if (patch === undefined || patch.start >= end) break;
      copy ??= new Uint8Array(chunk);
      cover(copy, at, patch);
      if (patch.end <= end) next = index + 1;
    }
    yield copy ?? chunk;
    at = end;
  }
}

function cover(chunk: Uint8Array, at: number, { start, end, bytes }: VideoPatch): void {
  const from = Math.max(start, at);
  const to = Math.min(end, at + chunk.byteLength);
  if (bytes === null) chunk.fill(0, from - at, to - at);
  else chunk.set(bytes.subarray(from - start, to - start), from - at);
}
