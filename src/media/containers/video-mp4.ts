import { UnreadableMedia, viewOf } from './container.js';
import { asciiBytes, boxesIn, codeAt, makeBox, type VideoBox } from './video-boxes.js';
import { formatsOf, type VideoTrack } from './video-tracks.js';

/** Formats that QuickTime and MP4 describe in the same way, except for differences that this file corrects. */
const videoFormats = ['avc1', 'avc3', 'hvc1', 'hev1', 'dvh1', 'dvhe'];
const audioFormats = ['mp4a'];

export function fitsMp4(track: VideoTrack): boolean {
  const fitting = { vide: videoFormats, soun: audioFormats }[track.handler] ?? [];
  const formats = formatsOf(track);
  return formats.length > 0 && formats.every((format) => fitting.includes(format));
}

/** The first box of an MP4 (`ftyp`), with exactly the given number of bytes. */
export function mp4Type(bytes: number): Uint8Array {
  const brands = Array.from({ length: Math.floor((bytes - 16) / 4) }, (_, index) =>
    index === 0 ? 'isom' : 'mp42',
  );
  return makeBox('ftyp', asciiBytes('mp42'), new Uint8Array(4), ...brands.map(asciiBytes));
}

/**
 * Converts a handler box (ISO 14496-12, section 8.4.3). QuickTime has a component type first, and a length before the
 * name.
 */
export function handlerForMp4({ bytes, body }: VideoBox, padBytes: number): Uint8Array {
  const name = new Uint8Array(Math.max(1, bytes.length - 32) + padBytes);
  return makeBox(
    'hdlr',
    body.subarray(0, 4),
    new Uint8Array(4),
    body.subarray(8, 12),
    new Uint8Array(12),
    name,
  );
}

/**
 * Converts the references to the files of the samples (dref). For the same file, QuickTime uses an alias, and MP4
 * leaves out the URL.
 */
export function referencesForMp4({ body }: VideoBox): Uint8Array {
  const entries = boxesIn(body.subarray(8)).map(({ type, bytes, body: fields }) => {
    const isOwn = ((fields[3] ?? 0) & 1) === 1;
    if (!isOwn) throw new UnreadableMedia('The frames of the video are in another file.');
    return type === 'alis' ? makeBox('url ', Uint8Array.of(0, 0, 0, 1)) : bytes;
  });
  return makeBox('dref', body.subarray(0, 8), ...entries);
}

/** Converts the sample descriptions of a track (stsd). */
export function describeForMp4({ body }: VideoBox): Uint8Array {
  const entries = boxesIn(body.subarray(8)).map((entry) =>
    audioFormats.includes(entry.type) ? audioEntry(entry) : videoEntry(entry),
  );
  return makeBox('stsd', body.subarray(0, 8), ...entries);
}

const videoFieldBytes = 78;

/**
 * Converts a video's sample description. QuickTime ends the boxes in it with four zeros, and stores colors with one
 * byte less.
 */
function videoEntry({ type, body }: VideoBox): Uint8Array {
  const inside = boxesIn(body.subarray(videoFieldBytes)).filter(({ type: name }) => name !== 'gama');
  const rewritten = inside.map((box) =>
    box.type === 'colr' && codeAt(box.body, 0) === 'nclc' && box.body.length === 10
      ? makeBox('colr', asciiBytes('nclx'), box.body.subarray(4), new Uint8Array(1))
      : box.bytes,
  );
  return makeBox(type, body.subarray(0, videoFieldBytes), ...rewritten);
}

/** The size of a sound description, by version (QuickTime File Format, "Sound Sample Descriptions"). */
const audioFieldBytes: readonly number[] = [28, 44, 64];

/** Converts a sound description to the only version that MP4 has, with the decoder's configuration. */
function audioEntry({ type, body }: VideoBox): Uint8Array {
  const view = viewOf(body);
  const version = body.length < 28 ? -1 : view.getUint16(8);
  const fieldBytes = audioFieldBytes[version];
  if (fieldBytes === undefined || body.length < fieldBytes) throw noConfiguration();
  const inside = boxesIn(body.subarray(fieldBytes));
  const wave = inside.filter((box) => box.type === 'wave').flatMap((box) => boxesIn(box.body));
  const configuration = [...inside, ...wave].find((box) => box.type === 'esds');
  if (configuration === undefined) throw noConfiguration();
  const fields = new Uint8Array(28);
  fields.set(body.subarray(0, 8));
  const made = viewOf(fields);
  made.setUint16(16, version === 2 ? Math.min(view.getUint32(40), 0xffff) : view.getUint16(16));
  made.setUint16(18, 16);
  const rate = version === 2 ? view.getFloat64(32) : view.getUint16(24);
  made.setUint16(24, rate > 0 && rate <= 0xffff ? Math.round(rate) : 0);
  return makeBox(type, fields, configuration.bytes);
}

const noConfiguration = (): UnreadableMedia =>
  new UnreadableMedia('The audio of the video cannot be stored in an MP4.');
