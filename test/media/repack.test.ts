import { readFileSync } from 'node:fs';
import { BufferSource, EncodedPacketSink, Input, MP4, QTFF } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patched, type VideoMime, type VideoRecipe } from '../../src/domain/video-renditions.js';
import type { MediaFacts } from '../../src/domain/media.js';
import { createMedia, type Media } from '../../src/media/create-media.js';
import { count } from '../harness/counts.js';
import { box, video, findBox } from './videos.js';
import { sourceOf } from './images.js';
import { sha256Of } from './support.js';

let media: Media;
beforeAll(() => {
  media = createMedia({ workers: 1 });
});
afterAll(() => media[Symbol.asyncDispose]());

/**
 * A video from a phone: its index contains a place and the manufacturer, and one of its tracks has the place at each
 * moment.
 */
const phone = readFileSync(new URL('./fixtures/phone.mov', import.meta.url));
/** The number is odd, so that over time each byte of a number is damaged. */
const bytesBetweenDamages = count({ usual: 23, long: 7 });
const traces = ['52.52', 'GPS(', 'Apple', 'ISO6709', 'loci'];

async function factsOf(bytes: Buffer): Promise<MediaFacts> {
  const answer = await media.probe(sourceOf(bytes));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.facts;
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield await Promise.resolve(bytes.subarray(at, at + pieceBytes));
  }
}

/** Repacks the video. Returns null if it already complies with the recipe. */
async function repacked(bytes: Buffer, mime: VideoMime, clean = true): Promise<Buffer | null> {
  const recipe: VideoRecipe = { version: 1, mode: 'repack', mime, clean };
  const answer = await media.planRepack(sourceOf(bytes), recipe);
  if (!answer.ok) throw new Error(answer.reason);
  if (answer.patches === null) return null;
  const before = sha256Of(bytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of patched(inPieces(bytes, 777), answer.patches)) pieces.push(piece);
  expect(sha256Of(bytes)).toBe(before);
  return Buffer.concat(pieces);
}

/** Reads every frame and every piece of sound with its time, with a library that we have not written. */
async function contentOf(bytes: Buffer) {
  const input = new Input({ formats: [MP4, QTFF], source: new BufferSource(bytes) });
  const tracks = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const found: unknown[] = [];
  for (const track of tracks) {
    if (track === null) continue;
    // Not every video here has a real configuration of its frames, and the library would report that.
    const config = track.isAudioTrack() ? await track.getDecoderConfig() : await track.getCodec();
    found.push({ config, duration: await track.computeDuration() });
    for await (const { data, timestamp, duration, type } of new EncodedPacketSink(track).packets()) {
      found.push([type, timestamp, duration, sha256Of(data)]);
    }
  }
  input.dispose();
  return found;
}

/** Puts boxes into a video's index, which lies at its end. */
function withIndex(bytes: Buffer, ...boxes: Buffer[]): Buffer {
  const at = findBox(bytes, 'moov');
  const made = Buffer.concat([bytes, ...boxes]);
  made.writeUInt32BE(made.length - at, at);
  return made;
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const full = (type: string, ...parts: Buffer[]): Buffer => box(type, Buffer.alloc(4), ...parts);
const place = ascii('\0\x12\x15\xc7+52.5200+013.4050/');
const handler = (kind: string): Buffer => full('hdlr', Buffer.alloc(4), ascii(kind), Buffer.alloc(13));
const value = (): Buffer => box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), ascii('xyz'));
const items = (...types: string[]): Buffer =>
  full('meta', handler('mdir'), box('ilst', ...types.map((type) => box(type, value()))));
function keyed(key: string): Buffer {
  const keys = full('keys', Buffer.from([0, 0, 0, 1]), box('mdta', ascii(key)));
  return box('meta', handler('mdta'), keys, box('ilst', box('\0\0\0\x01', value())));
}

describe('metadata in a video', () => {
  let plain: Buffer;
  beforeAll(async () => {
    plain = await atEnd(await video({ container: 'mov', audio: true }));
  });

  it.each([
    ['a location', () => box('udta', box('©xyz', place))],
    ['the name of the maker', () => box('udta', box('©mak', ascii('Apple')))],
    ['comments in words', () => box('udta', items('©too', '©cmt'))],
    ['a location in keys', () => keyed('com.apple.quicktime.location.ISO6709')],
    ['measurements', () => box('udta', box('GPMF', ascii('x')))],
    ['an unknown box', () => full('meta', handler('odd '), box('zzzz', ascii('52.5200')))],
    ['a vendor’s own box', () => box('uuid', Buffer.alloc(16, 7), ascii('52.5200'))],
  ])('is detected and removed: %s', async (_what, made) => {
    const bytes = withIndex(plain, made());
    expect(await factsOf(bytes)).toMatchObject({ hasMetadata: true });
    const clean = await repacked(bytes, 'video/quicktime');
    if (clean === null) throw new Error('nothing was taken off');
    expect(clean).toHaveLength(bytes.length);
    expect(await factsOf(clean)).toMatchObject({ hasMetadata: false, mime: 'video/quicktime' });
    expect(await contentOf(clean)).toEqual(await contentOf(plain));
    expect(clean.includes(made().subarray(8))).toBe(false);
  });

  it.each([
    ['an empty box', () => box('udta')],
    ['the program that wrote it', () => box('udta', items('©too'), Buffer.alloc(4))],
    ['the version of the system', () => keyed('com.android.version')],
    ['free space', () => box('free', Buffer.alloc(30))],
  ])('is not reported for %s', async (_what, made) => {
    const bytes = withIndex(plain, made());
    expect(await factsOf(bytes)).toMatchObject({ hasMetadata: false });
    expect(await repacked(bytes, 'video/quicktime')).toBeNull();
  });

  it('is also detected outside of the index', async () => {
    const xmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), ascii('GPS(52.52)'));
    const bytes = Buffer.concat([plain, xmp]);
    expect(await factsOf(bytes)).toMatchObject({ hasMetadata: true });
    const clean = await repacked(bytes, 'video/quicktime');
    expect(clean?.includes('GPS(')).toBe(false);
    expect(await contentOf(clean ?? bytes)).toEqual(await contentOf(plain));
  });
});

/** Returns the same video with its index after its frames. */
async function atEnd(bytes: Buffer): Promise<Buffer> {
  if (findBox(bytes, 'moov') > findBox(bytes, 'mdat')) return bytes;
  const at = findBox(bytes, 'moov');
  const moov = Buffer.from(bytes.subarray(at, at + bytes.readUInt32BE(at)));
  const made = Buffer.concat([bytes, moov]);
  made.write('free', at + 4, 'latin1');
  made.fill(0, at + 8, at + moov.length);
  return Promise.resolve(made);
}

describe('a video from a phone', () => {
  it('loses its location, its maker and its location track, and keeps every frame', async () => {
    expect(await factsOf(phone)).toMatchObject({ mime: 'video/quicktime', hasMetadata: true });
    for (const trace of traces) expect(phone.includes(trace), trace).toBe(true);
    const clean = await repacked(phone, 'video/quicktime');
    for (const trace of traces) expect(clean?.includes(trace), trace).toBe(false);
    expect(await contentOf(clean ?? phone)).toEqual(await contentOf(phone));
  });

  it('can become an MP4 with the same frames and sound, and with the same bytes each time', async () => {
    const made = await repacked(phone, 'video/mp4');
    if (made === null) throw new Error('nothing was made');
    for (const trace of traces) expect(made.includes(trace), trace).toBe(false);
    const { width, height, durationMs, videoCodec, audioCodec, frameRate } = await factsOf(phone);
    expect(await factsOf(made)).toMatchObject({
      ...{ width, height, durationMs, videoCodec, audioCodec, frameRate },
      mime: 'video/mp4',
      hasMetadata: false,
    });
    expect(await contentOf(made)).toEqual(await contentOf(phone));
    // Parts that only QuickTime has: a box around the sound's configuration, data handlers, and its own colors.
    for (const name of ['wave', 'dhlr', 'mhlr', 'nclc', 'qt  '])
      expect(made.includes(name), name).toBe(false);
    expect(made.equals((await repacked(phone, 'video/mp4')) ?? Buffer.alloc(0))).toBe(true);
  });

  it('keeps its metadata if requested', async () => {
    const made = await repacked(phone, 'video/mp4', false);
    expect(made?.includes('+52.5200+013.4050')).toBe(true);
    expect(await factsOf(made ?? phone)).toMatchObject({ mime: 'video/mp4' });
    expect(await repacked(phone, 'video/quicktime', false)).toBeNull();
  });
});

describe('a video that cannot be converted', () => {
  it.each([
    ['prores', 'avc1', 'apch'],
    ['sound without compression', 'mp4a', 'sowt'],
  ])('is refused with a reason: %s', async (_what, known, foreign) => {
    const bytes = Buffer.from(phone.toString('latin1').replaceAll(known, foreign), 'latin1');
    await expect(repacked(bytes, 'video/mp4')).rejects.toThrow('cannot be stored in a file of that type');
  });

  it('is not misread if its index is damaged', async () => {
    const moov = findBox(phone, 'moov');
    for (let at = moov + 8; at < phone.length; at += bytesBetweenDamages) {
      const bytes = Buffer.from(phone);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
      const recipe: VideoRecipe = { version: 1, mode: 'repack', mime: 'video/mp4', clean: true };
      const answer = await media.planRepack(sourceOf(bytes), recipe);
      if (!answer.ok) continue;
      let last = 0;
      for (const { start, end, bytes: given } of answer.patches ?? []) {
        expect(start >= last && end > start && end <= bytes.length).toBe(true);
        expect(given?.length ?? end - start).toBe(end - start);
        last = end;
      }
    }
  });
});
