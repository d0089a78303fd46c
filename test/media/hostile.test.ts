import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMedia, type Media } from '../../src/media/create-media.js';
import type { MediaSource } from '../../src/media/media-probe.js';
import { streamPdf, tablePdf } from './pdfs.js';
import { box, video, findBox } from './videos.js';
import {
  animatedGif,
  packedChunk,
  photo,
  plain,
  pngChunk,
  sourceOf,
  withPngChunks,
  withPngSize,
} from './images.js';

/**
 * Each of these files is refused in less than a second, or on a busy machine within a multiple of the time for a valid
 * file.
 */
const refusedWithinMs = 1_000;
const timesAsLongAsSoundOne = 100;

let media: Media;

beforeAll(async () => {
  media = createMedia({ workers: 1 });
  await media.probe(sourceOf(await plain(8, 8).png().toBuffer()));
});
afterAll(() => media[Symbol.asyncDispose]());

const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
const png = (): Promise<Buffer> => plain(16, 16).png().toBuffer();
const text = (content: string): Promise<Buffer> => Promise.resolve(Buffer.from(content, 'latin1'));

/** Returns a video in which a field of one of its boxes is overwritten. */
async function videoWith(type: string, offset: number, value: number): Promise<Buffer> {
  const bytes = await video();
  bytes.writeUInt32BE(value, findBox(bytes, type) + offset);
  return bytes;
}

/** Returns a GIF with many tiny frames. */
async function gifOfFrames(frames: number): Promise<Buffer> {
  const still = await plain(1, 1).gif().toBuffer();
  const at = still.indexOf(0x2c, 13 + 3 * 2 ** (((still[10] ?? 0) & 7) + 1));
  const frame = still.subarray(at, -1);
  return Buffer.concat([
    still.subarray(0, at),
    ...Array.from({ length: frames }, () => frame),
    still.subarray(-1),
  ]);
}

async function widePixels(): Promise<Buffer> {
  const header = withPngSize(await png(), 50_000, 50_000).subarray(0, 33);
  // 50,000 empty lines, which take a few kilobytes.
  const data = deflateSync(Buffer.alloc(50_001 * 200), { level: 9 });
  return Buffer.concat([header, pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

const unreadable: [name: string, make: () => Promise<Buffer>][] = [
  ['a PNG of 50,000 x 50,000', widePixels],
  ['a PNG whose header declares more lines than it has', async () => withPngSize(await png(), 16, 4_000)],
  [
    'a PNG with a text that unpacks to 50 MB',
    async () => withPngChunks(await png(), packedChunk('zTXt', 50_000_000)),
  ],
  [
    'a PNG with a profile that unpacks to 50 MB',
    async () => withPngChunks(await png(), packedChunk('iCCP', 50_000_000)),
  ],
  [
    'a PNG with many texts that unpack to 4 MB each',
    async () =>
      withPngChunks(await png(), ...Array.from({ length: 50 }, () => packedChunk('zTXt', 4_000_000))),
  ],
  [
    'a PNG with a chunk that reaches out of the file',
    async () => withPngChunks(await png(), Buffer.from('7fffffff', 'hex')),
  ],
  ['half of a PNG', async () => cut(await photo(200, 200).png().toBuffer(), 0.5)],
  [
    'a PNG with a damaged line',
    async () => (await photo(200, 200).png().toBuffer()).fill(0xff, 4_000, 4_100),
  ],
  ['half of a JPEG', async () => cut(await photo(400, 400).jpeg().toBuffer(), 0.5)],
  ['a JPEG without its last bytes', async () => (await photo(400, 400).jpeg().toBuffer()).subarray(0, -2)],
  ['half of a WebP', async () => cut(await photo(200, 200).webp().toBuffer(), 0.5)],
  ['half of an AVIF', async () => cut(await photo(200, 200).avif().toBuffer(), 0.5)],
  ['half of a GIF', async () => cut(await animatedGif(10), 0.5)],
  ['a GIF of 100,000 frames', () => gifOfFrames(100_000)],
  ['a GIF that is JavaScript', () => text(`GIF89a/*${'x'.repeat(64)}*/=1;alert(document.domain)`)],
  ['a JPEG that is HTML', () => text('\xff\xd8\xff\xe0<html><script>alert(1)</script></html>'.padEnd(256))],
  ['an MP4 with a box without a size', () => videoWith('moov', 0, 0)],
  ['an MP4 with a box within without a size', () => videoWith('mdia', 0, 0)],
  ['an MP4 with a box that is smaller than its header', () => videoWith('stbl', 0, 4)],
  ['an MP4 with a box that is larger than its parent', () => videoWith('trak', 0, 0x7fffffff)],
  ['an MP4 with 4,294,967,295 frames', () => videoWith('stsz', 16, 0xffffffff)],
  ['an MP4 with a table of 4,294,967,295 entries', () => videoWith('stts', 12, 0xffffffff)],
  ['an MP4 with a frame that repeats 4,294,967,295 times', () => videoWith('stts', 16, 0xffffffff)],
  ['an MP4 whose frames lie behind its end', () => videoWith('stco', 16, 0x7ffffff0)],
  ['half of an MP4', async () => cut(await video(), 0.5)],
  [
    'an MP4 without an index',
    () =>
      Promise.resolve(
        Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('mdat', Buffer.alloc(64))]),
      ),
  ],
  [
    'an MP4 with an archive behind it',
    async () => Buffer.concat([await video(), Buffer.from('PK\x03\x04 an archive')]),
  ],
  ['a PDF without an index', () => text('%PDF-1.7\n'.padEnd(128))],
  ['half of a PDF', () => Promise.resolve(cut(streamPdf('12'), 0.5))],
  ['subtitles without an end', () => text('1\n00:00:01,000 --> \nHello')],
  ['half of a WebM', async () => cut(await video({ container: 'webm' }), 0.5)],
  [
    'boxes in boxes in boxes',
    () => {
      let inner = box('trak');
      for (let depth = 0; depth < 10_000; depth += 1) inner = box('trak', inner);
      return Promise.resolve(
        Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('moov', inner)]),
      );
    },
  ],
];

const unsupported: [name: string, mime: string | null, make: () => Promise<Buffer>][] = [
  [
    'an SVG',
    'application/xml',
    () => text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  ],
  [
    'an SVG without a prologue',
    'image/svg+xml',
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  ],
  ['a web page', 'text/html', () => text('<!doctype html><script>alert(1)</script>')],
  ['a text', 'text/plain', () => text('Hello, this is no picture.')],
  [
    'a PDF with a password',
    'application/pdf',
    () => Promise.resolve(tablePdf({ trailer: '/Encrypt 3 0 R', objects: ['<< >>'] })),
  ],
  ['an archive', 'application/zip', () => text('PK\x03\x04'.padEnd(128, '\0'))],
  ['a TIFF', 'image/tiff', () => plain(16, 16).tiff().toBuffer()],
  ['an animated WebP', 'image/webp', async () => animatedWebp()],
  [
    'an animated PNG',
    'image/apng',
    async () => withPngChunks(await png(), pngChunk('acTL', Buffer.alloc(8))),
  ],
  ['a HEIC', 'image/heic', () => Promise.resolve(box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')))],
  ['a PNG signature without content', null, () => text('\x89PNG\r\n\x1a\n'.padEnd(64, '\0'))],
  ['random bytes', null, () => Promise.resolve(Buffer.alloc(4_096, 0xa5))],
];

async function animatedWebp(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(await animatedGif(3), { animated: true })
    .webp()
    .toBuffer();
}

describe('an unreadable file', () => {
  it.each(unreadable)('is refused: %s', async (_name, make) => {
    const [bytes, sound] = [await make(), await png()];
    const begunMs = performance.now();
    expect(await media.probe(sourceOf(bytes))).toMatchObject({ ok: false, code: 'UNREADABLE' });
    const tookMs = performance.now() - begunMs;
    // The process still works, and this measures how fast it currently is.
    expect(await media.probe(sourceOf(sound))).toMatchObject({ ok: true });
    const soundMs = performance.now() - begunMs - tookMs;
    expect(tookMs).toBeLessThan(Math.max(refusedWithinMs, timesAsLongAsSoundOne * soundMs));
  });
});

describe('a file of an unsupported type', () => {
  it.each(unsupported)('is refused: %s (%s)', async (_name, mime, make) => {
    const answer = await media.probe(sourceOf(await make()));
    expect(answer).toMatchObject({ ok: false, code: 'UNSUPPORTED_MIME', mime });
  });

  it('is refused without any bytes', async () => {
    expect(await media.probe(sourceOf(Buffer.alloc(0)))).toMatchObject({ ok: false, code: 'EMPTY_BODY' });
  });
});

describe('a media worker', () => {
  it('is killed when it takes too long, and the next asset is processed', async () => {
    await using hasty = createMedia({ workers: 1, probeTimeoutMs: 1 });
    const answer = await hasty.probe(sourceOf(await photo(2_000, 2_000).png().toBuffer()));
    expect(answer).toMatchObject({ ok: false, code: 'UNREADABLE', reason: 'It takes too long to read.' });
    expect(await media.probe(sourceOf(await png()))).toMatchObject({ ok: true });
  });

  it('reports errors of the storage as such, not as an unreadable asset', async () => {
    const broken: MediaSource = {
      sizeBytes: 100,
      async *read() {
        await Promise.resolve();
        throw new Error('the disk is gone');
      },
    };
    await expect(media.probe(broken)).rejects.toThrow('the disk is gone');
    expect(await media.probe(sourceOf(await png()))).toMatchObject({ ok: true });
  });

  it('refuses further callers if too many are waiting', async () => {
    await using small = createMedia({ workers: 1, queueMax: 2 });
    const bytes = await png();
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => small.probe(sourceOf(bytes))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'RETRY' } },
      { reason: { code: 'RETRY' } },
    ]);
  });
});
