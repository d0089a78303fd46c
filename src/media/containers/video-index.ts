import { UnreadableMedia, viewOf } from './container.js';
import { boxesIn, childrenOf, joined, makeBox, type VideoBox } from './video-boxes.js';
import { describeForMp4, handlerForMp4, referencesForMp4 } from './video-mp4.js';
import type { VideoTrack } from './video-tracks.js';

export interface IndexChanges {
  /** The tracks to keep. */
  tracks: readonly VideoTrack[];
  clean: boolean;
  toMp4: boolean;
}

/** The boxes allowed in an index, by parent. Unknown boxes are removed because they could contain anything. */
const known: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'mvex', 'iods', 'pssh'],
  trak: ['tkhd', 'edts', 'tref', 'mdia', 'uuid', 'tapt', 'clip', 'matt', 'load', 'imap'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'sthd', 'nmhd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
};
/** Boxes that MP4 does not have, or that mean something else there. */
const quickTimeOnly = ['tapt', 'clip', 'matt', 'load', 'imap', 'ctab', 'gmhd'];
/** The id of the box that marks a 360° video. Any other box of this type is specific to a vendor. */
const spherical = 'ffcc8263f8554a938814587a02521fdd';

/** Rewrites the index. It never grows, and an empty box fills the remaining space. */
export function changeIndex(moov: VideoBox, changes: IndexChanges): Uint8Array {
  const oldBytes = moov.bytes.length;
  for (const padBytes of [0, ...Array.from({ length: 7 }, (_, index) => index + 1)]) {
    const made = changeBox(moov, { ...changes, padBytes });
    const room = oldBytes - made.length;
    if (room === 0) return made;
    if (room >= 8) return joined([made, makeBox('free', new Uint8Array(room - 8))]);
  }
  throw new UnreadableMedia('The index of the video cannot be rewritten.');
}

interface Changes extends IndexChanges {
  /**
   * The number of zeros added to the name of each handler, so that the remaining space is zero or enough for an empty
   * box of eight bytes.
   */
  padBytes: number;
}

function changeBox(box: VideoBox, changes: Changes): Uint8Array {
  const { clean, toMp4 } = changes;
  switch (box.type) {
    case 'moov':
    case 'trak':
    case 'mdia':
    case 'minf':
    case 'dinf':
    case 'stbl': {
      const kept = childrenOf(box).filter((child) => staysIn(box, child, changes));
      return makeBox(box.type, ...kept.map((child) => changeBox(child, changes)));
    }
    case 'dref':
      return toMp4 ? referencesForMp4(box) : box.bytes;
    case 'mvhd':
    case 'tkhd':
      return clean ? withoutTimes(box) : box.bytes;
    case 'mdhd':
      return withLanguage(clean ? withoutTimes(box) : box.bytes, toMp4);
    case 'hdlr':
      return toMp4 ? handlerForMp4(box, changes.padBytes) : box.bytes;
    case 'stsd':
      return toMp4 ? describeForMp4(box) : box.bytes;
    default:
      return box.bytes;
  }
}

function staysIn(parent: VideoBox, box: VideoBox, { tracks, clean, toMp4 }: Changes): boolean {
  if (box.type === 'trak') return tracks.some((track) => track.box.bytes.byteOffset === box.bytes.byteOffset);
  if (box.type === 'tref') return refersTo(box, tracks);
  if (toMp4 && (quickTimeOnly.includes(box.type) || (parent.type === 'minf' && box.type === 'hdlr'))) {
    return false;
  }
  if (!clean) return true;
  if (box.type === 'uuid') return parent.type === 'trak' && isSpherical(box);
  return known[parent.type]?.includes(box.type) ?? true;
}

export function isSpherical({ body }: VideoBox): boolean {
  return Buffer.from(body.subarray(0, 16)).toString('hex') === spherical;
}

/** Whether all references in the box are to tracks that are kept. */
function refersTo(box: VideoBox, tracks: readonly VideoTrack[]): boolean {
  return boxesIn(box.body).every(({ body }) => {
    const view = viewOf(body);
    const ids = Array.from({ length: Math.floor(body.length / 4) }, (_, index) => view.getUint32(index * 4));
    return ids.every((id) => tracks.some((track) => track.id === id));
  });
}

/** Clears the times of the recording and of the last change. */
function withoutTimes({ bytes, body }: VideoBox): Uint8Array {
  const headerBytes = bytes.length - body.length;
  return new Uint8Array(bytes).fill(0, headerBytes + 4, headerBytes + (body[0] === 1 ? 20 : 12));
}

/** The lowest number that is a language in MP4, and the number for an undefined language. */
const languageMin = 0x400;
const [quickTimeNone, mp4None] = [0x7fff, 0x55c4];

/** Replaces a QuickTime language by MP4's undefined one, because QuickTime numbers languages differently. */
function withLanguage(bytes: Uint8Array, toMp4: boolean): Uint8Array {
  const at = 8 + (bytes[8] === 1 ? 32 : 20);
  if (!toMp4 || bytes.length < at + 2) return bytes;
  const made = new Uint8Array(bytes);
  const language = viewOf(made).getUint16(at);
  if (language < languageMin || language === quickTimeNone) viewOf(made).setUint16(at, mp4None);
  return made;
}

/** Boxes of a single track that contain more than playback needs. */
export function ownMetadata(track: VideoBox): VideoBox[] {
  const direct = childrenOf(track).filter(
    (box) => ['udta', 'meta'].includes(box.type) || (box.type === 'uuid' && !isSpherical(box)),
  );
  const deeper = childrenOf(track, 'mdia').filter(({ type }) => ['udta', 'meta', 'uuid'].includes(type));
  return [...direct, ...deeper];
}
