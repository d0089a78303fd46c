import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenditionRecipe } from '../../src/domain/renditions.js';
import { createMedia, type Media } from '../../src/media/create-media.js';
import { animatedGif, photo, plain, pngChunk, sourceOf, withPngChunks } from './images.js';

let media: Media;

beforeAll(() => {
  media = createMedia({ workers: 1 });
});
afterAll(() => media[Symbol.asyncDispose]());

const encode: RenditionRecipe = {
  version: 1,
  mode: 'encode',
  mimes: ['image/jpeg'],
  box: null,
  bytesMax: null,
};
const clean: RenditionRecipe = { ...encode, mode: 'clean' };

async function rendered(bytes: Buffer, recipe: RenditionRecipe) {
  const answer = await media.render(sourceOf(bytes), recipe);
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).raw().toBuffer();
const exif = { IFD0: { ImageDescription: 'Berlin' }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } };

describe('a clean rendition', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'has the same pixels for a %s, but no metadata and no bytes after its end',
    async (format) => {
      const bytes = await photo(64, 48)
        .toFormat(format)
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .toBuffer();
      const polyglot = Buffer.concat([bytes, Buffer.from('PK\x03\x04 <script>')]);
      const answer = await rendered(polyglot, { ...clean, mimes: [`image/${format}`] });
      expect(answer).toMatchObject({ mime: `image/${format}`, width: 64, height: 48 });
      expect(answer.sha256).toBe(createHash('sha256').update(answer.bytes).digest('hex'));
      expect(await pixelsOf(answer.bytes)).toEqual(await pixelsOf(bytes));
      const text = Buffer.from(answer.bytes).toString('latin1');
      for (const trace of ['Berlin', 'xmpmeta', 'Exif', '<script>']) expect(text).not.toContain(trace);
      expect(await media.probe(sourceOf(Buffer.from(answer.bytes)))).toMatchObject({
        facts: { hasMetadata: false },
      });
    },
  );

  it('leaves out the texts of a PNG', async () => {
    const png = withPngChunks(
      await plain(16, 16).png().toBuffer(),
      pngChunk('tEXt', Buffer.from('Author\0me')),
    );
    const answer = await rendered(png, { ...clean, mimes: ['image/png'] });
    expect(Buffer.from(answer.bytes).toString('latin1')).not.toContain('Author');
  });

  it('stays animated for a GIF, without comments', async () => {
    const gif = await animatedGif(4);
    const comment = Buffer.from([0x21, 0xfe, 2, 0x68, 0x69, 0]);
    const bytes = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1), Buffer.from('<script>')]);
    const answer = await rendered(bytes, { ...clean, mimes: ['image/gif'] });
    expect(Buffer.from(answer.bytes)).toEqual(gif);
    expect(await media.probe(sourceOf(Buffer.from(answer.bytes)))).toMatchObject({
      facts: { frameCount: 4, hasMetadata: false },
    });
  });
});

describe('an encoded rendition', () => {
  it('has the same bytes each time', async () => {
    const bytes = await photo(400, 300).png().toBuffer();
    const recipe = { ...encode, bytesMax: 30_000 };
    expect((await rendered(bytes, recipe)).sha256).toBe((await rendered(bytes, recipe)).sha256);
  });

  it('is upright and has no location metadata', async () => {
    const bytes = await photo(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    const answer = await rendered(bytes, encode);
    expect(answer).toMatchObject({ width: 200, height: 300 });
    const read = await sharp(answer.bytes).metadata();
    expect(read.exif).toBeUndefined();
    expect(read.orientation).toBeUndefined();
  });

  it('has a lower quality, but all pixels, if that is enough for the maximum size', async () => {
    const bytes = await photo(1_000, 800).jpeg({ quality: 100 }).toBuffer();
    const best = (await rendered(bytes, encode)).bytes.length;
    const bytesMax = Math.floor(best * 0.6);
    const answer = await rendered(bytes, { ...encode, bytesMax });
    expect(answer).toMatchObject({ width: 1_000, height: 800 });
    expect(answer.bytes.length).toBeLessThanOrEqual(bytesMax);
    expect(answer.bytes.length).toBeGreaterThan(bytesMax * 0.85);
  });

  it('has fewer pixels if lower quality is not enough', async () => {
    const bytes = await photo(1_000, 800).jpeg({ quality: 100 }).toBuffer();
    const answer = await rendered(bytes, { ...encode, bytesMax: 40_000 });
    expect(answer.bytes.length).toBeLessThanOrEqual(40_000);
    expect(answer.bytes.length).toBeGreaterThan(20_000);
    expect(answer.width).toBeLessThan(1_000);
    expect(answer.width / answer.height).toBeCloseTo(1.25, 1);
  });

  it('is lossless if that fits', async () => {
    const bytes = await plain(500, 400).png().toBuffer();
    const mimes = ['image/png', 'image/jpeg'] as const;
    expect(await rendered(bytes, { ...encode, mimes, bytesMax: 100_000 })).toMatchObject({
      mime: 'image/png',
    });
    const large = await photo(500, 400).png().toBuffer();
    expect(await rendered(large, { ...encode, mimes, bytesMax: 100_000 })).toMatchObject({
      mime: 'image/jpeg',
    });
  });

  it('is transparent if its type supports that, and has a white background otherwise', async () => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    expect(await rendered(bytes, { ...encode, mimes: ['image/webp'] })).toMatchObject({ hasAlpha: true });
    const flat = await rendered(bytes, encode);
    expect(flat).toMatchObject({ mime: 'image/jpeg', hasAlpha: false });
    expect([...(await pixelsOf(flat.bytes)).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('fits into the maximum dimensions and is never enlarged', async () => {
    const bytes = await photo(300, 200).png().toBuffer();
    expect(await rendered(bytes, { ...encode, box: { width: 150, height: 100 } })).toMatchObject({
      width: 150,
      height: 100,
    });
    expect(await rendered(bytes, { ...encode, box: { width: 900, height: 600 } })).toMatchObject({
      width: 300,
      height: 200,
    });
  });

  it.each(['webp', 'avif', 'gif'] as const)('can be made from a %s', async (format) => {
    const answer = await rendered(await plain(60, 40).toFormat(format).toBuffer(), encode);
    expect(answer).toMatchObject({ mime: 'image/jpeg', width: 60, height: 40 });
  });

  it('cannot be made if nothing fits', async () => {
    const bytes = await photo(300, 200).png().toBuffer();
    expect(await media.render(sourceOf(bytes), { ...encode, bytesMax: 100 })).toMatchObject({ ok: false });
  });
});
