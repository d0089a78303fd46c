import type { MediaFacts } from './media.js';
import type { VideoRules } from './media-rules.js';

/** How a video is rewritten without touching its frames. Equal recipes on equal bytes give equal bytes. */
export interface VideoRecipe {
  /** Raise it when the same recipe produces other bytes. */
  version: 1;
  mode: 'repack';
  mime: VideoMime;
  /** Whether everything besides images and sound is removed. */
  clean: boolean;
}

export const videoMimes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type VideoMime = (typeof videoMimes)[number];

/** Codecs that are stored in QuickTime as they would be in MP4. Phones and cameras produce these. */
const sharedVideoCodecs: readonly (string | null)[] = ['h264', 'h265'];
const sharedAudioCodecs: readonly (string | null)[] = ['aac'];

/**
 * The type in which a video goes out: its own, or MP4 if only the container must change. Null: the platform
 * accepts neither.
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
 * The changes to a video before a platform accepts it. Null if it is sent unchanged. The recipe contains no limit of
 * the platform, so one rewritten video serves all platforms that accept its type.
 */
export function planVideo(
  rules: Pick<VideoRules, 'mimes'>,
  facts: MediaFacts,
  { keepMetadata }: { keepMetadata: boolean },
): VideoRecipe | null {
  const mime = videoMimeFor(rules, facts);
  if (mime === null) return null;
  // Null means that the video was not inspected yet. That happens when it is published.
  const clean = facts.hasMetadata !== false && !keepMetadata;
  return mime === facts.mime && !clean ? null : { version: 1, mode: 'repack', mime, clean };
}

/** A range of a file that is replaced by as many other bytes. Null: by zeros. */
export interface VideoPatch {
  start: number;
  end: number;
  bytes: Uint8Array | null;
}

/** The rewritten file as a stream; none of it is held. Patches are in order and do not overlap. */
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
