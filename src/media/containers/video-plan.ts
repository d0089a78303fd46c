import type { VideoPatch, VideoRecipe } from '../../domain/video-renditions.js';
import { readHeader, type Box, type ReadRange } from './boxes.js';
import { UnreadableMedia } from './container.js';
import { asciiBytes, boxesIn, childrenOf, type VideoBox } from './video-boxes.js';
import { changeIndex, ownMetadata } from './video-index.js';
import { hasPrivateMetadata } from './video-metadata.js';
import { fitsMp4, mp4Type } from './video-mp4.js';
import { samplesOf, tracksOf, type VideoTrack, type Stretch } from './video-tracks.js';

interface PlacedBox extends Box {
  start: number;
}

interface Video {
  boxes: PlacedBox[];
  index: PlacedBox;
  moov: VideoBox;
  tracks: VideoTrack[];
  /** Whether the samples are in fragments, each with its own description. */
  isFragmented: boolean;
}

/** Reads the boxes and the index of an MP4 or MOV that `checkBoxes` has accepted. */
export async function readVideo(sizeBytes: number, read: ReadRange): Promise<Video> {
  const boxes: PlacedBox[] = [];
  for (let start = 0; start < sizeBytes;) {
    const box = readHeader(await read(start, Math.min(start + 16, sizeBytes)), 0, sizeBytes - start);
    boxes.push({ ...box, start });
    start += box.size;
  }
  const index = boxes.find(({ type }) => type === 'moov');
  if (index === undefined) throw new UnreadableMedia('The video has no index.');
  const [moov] = boxesIn(await read(index.start, index.start + index.size));
  if (moov === undefined) throw new UnreadableMedia('The video has no index.');
  const isFragmented = boxes.some(({ type }) => type === 'moof');
  return { boxes, index, moov, tracks: tracksOf(moov), isFragmented };
}

/** Tracks that are neither seen nor heard, and that reveal nothing about the recording. */
const harmlessTracks = ['tmcd', 'hint', 'clcp'];
const shown = ({ handler }: VideoTrack): boolean => handler === 'vide' || handler === 'soun';
/** The boxes that a video needs besides its index. */
const neededBoxes = ['ftyp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'styp', 'free', 'skip', 'wide'];

/** Whether a video contains metadata such as place, camera, author or sensor data. */
export function videoHasPrivateMetadata({ boxes, moov, tracks, isFragmented }: Video): boolean {
  return (
    boxes.some(({ type }) => !neededBoxes.includes(type) && type !== 'pdin') ||
    childrenOf(moov).some((box) => box.type === 'uuid' || (isMetadata(box) && hasPrivateMetadata(box))) ||
    tracks.some(({ box }) =>
      ownMetadata(box).some((own) => own.type === 'uuid' || hasPrivateMetadata(own)),
    ) ||
    (!isFragmented && tracks.some((track) => !shown(track) && !harmlessTracks.includes(track.handler)))
  );
}

const isMetadata = ({ type }: VideoBox): boolean => type === 'udta' || type === 'meta';

/**
 * Plans how to rewrite a video. Every byte stays in place, so that no offset in the file has to change. Removed bytes
 * become zeros. Returns null if there is nothing to do.
 */
export function planPatches(video: Video, mime: string, recipe: VideoRecipe): VideoPatch[] | null {
  const toMp4 = mime === 'video/quicktime' && recipe.mime === 'video/mp4';
  const clean = recipe.clean && videoHasPrivateMetadata(video);
  if (!toMp4 && !clean) return null;
  const tracks = video.tracks.filter((track) => stays(video, track, { clean, toMp4 }));
  for (const kind of ['vide', 'soun']) {
    const isKind = ({ handler }: VideoTrack): boolean => handler === kind;
    if (video.tracks.some(isKind) && !tracks.some(isKind)) {
      throw new UnreadableMedia('The video cannot be stored in a file of that type.');
    }
  }
  const { start, size } = video.index;
  const index = changeIndex(video.moov, { tracks, clean, toMp4 });
  const patches: VideoPatch[] = [{ start, end: start + size, bytes: index }];
  if (toMp4) patches.push(retyped(video));
  if (clean) patches.push(...blanked(video));
  const gone = video.tracks.filter((track) => !tracks.includes(track));
  if (!video.isFragmented) patches.push(...erased(video, gone.flatMap(samplesOf)));
  return patches.toSorted((a, b) => a.start - b.start);
}

/** The patch of the box that states the file type. */
function retyped({ boxes }: Video): VideoPatch {
  const first = boxes[0];
  if (first?.type !== 'ftyp' || first.size < 20 || first.size % 4 !== 0) {
    throw new UnreadableMedia('The video does not state its type correctly.');
  }
  return { start: 0, end: first.size, bytes: mp4Type(first.size) };
}

function stays(
  { isFragmented, tracks }: Video,
  track: VideoTrack,
  { clean, toMp4 }: { clean: boolean; toMp4: boolean },
): boolean {
  if (toMp4) return fitsMp4(track);
  // The fragments of a video refer to its tracks, so a track cannot be removed from the index only.
  return isFragmented || !clean || shown(track) || tracks.length === 1;
}

/** The patches that turn boxes besides the index that a video does not need into empty ones of the same size. */
function blanked({ boxes }: Video): VideoPatch[] {
  return boxes
    .filter(({ type }) => !neededBoxes.includes(type) || type === 'free' || type === 'skip')
    .flatMap(({ start, size, headerBytes }) => [
      { start: start + 4, end: start + 8, bytes: asciiBytes('free') },
      { start: start + headerBytes, end: start + size, bytes: null },
    ])
    .filter(({ start, end }) => start < end);
}

/** Replaces bytes within the video's data with zeros, each byte once. */
function erased({ boxes }: Video, stretches: Stretch[]): VideoPatch[] {
  const rooms = boxes.filter(({ type }) => type === 'mdat');
  const patches: VideoPatch[] = [];
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const room = rooms.find((box) => start >= box.start + box.headerBytes && end <= box.start + box.size);
    const last = patches.at(-1);
    if (room === undefined || end <= Math.max(start, last?.end ?? 0)) continue;
    if (last !== undefined && start <= last.end) last.end = end;
    else patches.push({ start, end, bytes: null });
  }
  return patches;
}
