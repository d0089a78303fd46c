import type { MediaFacts } from './media.js';
import type { VideoRules } from './media-rules.js';

/** How a video is made over without touching its frames; equal recipes on equal bytes give equal bytes. */
export interface VideoRecipe {
  /** Raised when other bytes are made from the same recipe. */
  version: 1;
  mode: 'repack';
  mime: VideoMime;
  /** Whether what the file says beyond its pictures and sound is taken off. */
  clean: boolean;
}

export const videoMimes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type VideoMime = (typeof videoMimes)[number];

/** What lies in QuickTime as it would in MP4: phones and cameras make these. */
const sharedVideoCodecs: readonly (string | null)[] = ['h264', 'h265'];
const sharedAudioCodecs: readonly (string | null)[] = ['aac'];

/** The type in which a video goes out: its own, or MP4 if only the wrapping has to change; null: neither is taken. */
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
 * What has to be done to a video before a platform takes it; null: it goes out as it is. The recipe names no bound of
 * the platform, so that one video made over serves all that take its type.
 */
export function planVideo(
  rules: Pick<VideoRules, 'mimes'>,
  facts: MediaFacts,
  { keepMetadata }: { keepMetadata: boolean },
): VideoRecipe | null {
  const mime = videoMimeFor(rules, facts);
  if (mime === null) return null;
  // Videos that nobody has looked through say null: they are, when they are published.
  const clean = facts.hasMetadata !== false && !keepMetadata;
  return mime === facts.mime && !clean ? null : { version: 1, mode: 'repack', mime, clean };
}

/** A stretch of a file that is replaced by as many other bytes; null: by zeros. */
export interface VideoPatch {
  start: number;
  end: number;
  bytes: Uint8Array | null;
}

/**
 * The file made over, as it passes: nothing of it is held. The patches are in order, and apart from each other.
 */
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
