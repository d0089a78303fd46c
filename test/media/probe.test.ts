import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaFacts } from '../../src/domain/media.js';
import { createMedia, type Media } from '../../src/media/create-media.js';
import { video } from './videos.js';
import { animatedGif, photo, plain, pngChunk, sourceOf, withPngChunks } from './images.js';

let media: Media;

beforeAll(async () => {
  media = createMedia({ workers: 1 });
  // Starts the worker, so that the times below do not include its start.
  await media.probe(sourceOf(await plain(8, 8).png().toBuffer()));
});
afterAll(() => media[Symbol.asyncDispose]());

async function factsOf(bytes: Buffer): Promise<MediaFacts> {
  const answer = await media.probe(sourceOf(bytes));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.facts;
}

const location = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } };

describe('a probe of images', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('measures %s', async (format) => {
    const bytes = await photo(300, 200).toFormat(format).toBuffer();
    expect(await factsOf(bytes)).toMatchObject({
      kind: 'IMAGE',
      mime: `image/${format}`,
      width: 300,
      height: 200,
      frameCount: 1,
      durationMs: null,
      hasMetadata: false,
      hasAlpha: false,
    });
  });

  it('swaps width and height if the metadata rotates the image', async () => {
    const bytes = await plain(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await factsOf(bytes)).toMatchObject({
      width: 200,
      height: 300,
      orientation: 6,
      hasMetadata: true,
    });
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('detects metadata in %s', async (format) => {
    const bytes = await plain(30, 20).toFormat(format).withExif(location).toBuffer();
    expect(await factsOf(bytes)).toMatchObject({ hasMetadata: true });
  });

  it.each([
    ['jpeg', 'PK\x03\x04 an archive'],
    ['jpeg', '<script>alert(1)</script>'],
    ['png', 'PK\x03\x04 an archive'],
    ['webp', '<html>'],
    ['gif', '=1;alert(1)'],
  ] as const)('accepts a %s with bytes after its end, and reports them as metadata', async (format, rest) => {
    const bytes = Buffer.concat([
      await plain(30, 20).toFormat(format).toBuffer(),
      Buffer.from(rest, 'latin1'),
    ]);
    expect(await factsOf(bytes)).toMatchObject({ mime: `image/${format}`, hasMetadata: true });
  });

  it('counts the texts in a PNG as metadata', async () => {
    const png = await plain(30, 20).png().toBuffer();
    const bytes = withPngChunks(png, pngChunk('tEXt', Buffer.from('Author\0me')));
    expect(await factsOf(bytes)).toMatchObject({ hasMetadata: true });
  });

  it('counts the frames of a GIF, and adds up their duration', async () => {
    expect(await factsOf(await animatedGif(5))).toMatchObject({
      kind: 'GIF',
      mime: 'image/gif',
      width: 32,
      height: 24,
      frameCount: 5,
      durationMs: 500,
      frameRate: 10,
    });
    expect(await factsOf(await plain(30, 20).gif().toBuffer())).toMatchObject({
      kind: 'GIF',
      frameCount: 1,
      durationMs: null,
    });
  });

  it('reports transparency only if a pixel is transparent', async () => {
    const opaque = await plain(30, 20).ensureAlpha().png().toBuffer();
    const clear = await plain(30, 20).ensureAlpha(0.5).png().toBuffer();
    expect(await factsOf(opaque)).toMatchObject({ hasAlpha: false });
    expect(await factsOf(clear)).toMatchObject({ hasAlpha: true });
  });

  it('creates an upright thumbnail of at most 512 pixels without metadata', async () => {
    const bytes = await photo(1200, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const thumbnail = await media.thumbnail(sourceOf(bytes), await factsOf(bytes));
    expect(thumbnail).toMatchObject({ mime: 'image/webp', width: 256, height: 512 });
    const read = await sharp(thumbnail?.bytes).metadata();
    expect(read).toMatchObject({ format: 'webp', width: 256, height: 512 });
    expect(read.exif).toBeUndefined();
  });

  it('does not enlarge a small image for a thumbnail', async () => {
    const bytes = await plain(30, 20).png().toBuffer();
    expect(await media.thumbnail(sourceOf(bytes), await factsOf(bytes))).toMatchObject({
      width: 30,
      height: 20,
    });
  });
});

describe('a probe of videos', () => {
  it.each([
    ['mp4', 'video/mp4', 'h264', 'aac'],
    ['mov', 'video/quicktime', 'h264', 'aac'],
    ['webm', 'video/webm', 'vp9', 'opus'],
  ] as const)('measures %s', async (container, mime, videoCodec, audioCodec) => {
    const facts = await factsOf(await video({ container, audio: true }));
    expect(facts).toMatchObject({
      kind: 'VIDEO',
      mime,
      width: 640,
      height: 360,
      videoCodec,
      audioCodec,
      hasAudio: true,
      frameCount: null,
      hasMetadata: false,
    });
    expect(facts.durationMs).toBeGreaterThan(1_950);
    expect(facts.durationMs).toBeLessThan(2_050);
    expect(facts.frameRate).toBeCloseTo(30, 0);
  });

  it('swaps width and height of a video that was recorded upright', async () => {
    const facts = await factsOf(await video({ rotation: 90 }));
    expect(facts).toMatchObject({
      width: 360,
      height: 640,
      orientation: 90,
      hasAudio: false,
      audioCodec: null,
    });
  });

  it('creates no thumbnail, because there is no decoder', async () => {
    const bytes = await video();
    expect(await media.thumbnail(sourceOf(bytes), await factsOf(bytes))).toBeNull();
  });

  it('reads only a small part of a large video', async () => {
    const small = await video({ seconds: 1 });
    // Bytes that belong to no track, as many as in a large video.
    const rest = Buffer.alloc(64 * 1024 * 1024);
    rest.writeUInt32BE(rest.length);
    rest.write('free', 4, 'latin1');
    const source = sourceOf(Buffer.concat([small, rest]));
    expect(await media.probe(source)).toMatchObject({ ok: true });
    expect(source.readBytes()).toBeLessThan(1024 * 1024);
  });
});
