import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { MediaSource } from '../../src/media/media-probe.js';

/**
 * Makes a source of these bytes. The images for tests, valid and hostile ones, are generated, so that no files are
 * needed.
 */
export function sourceOf(bytes: Uint8Array): MediaSource & { readBytes: () => number } {
  let readBytes = 0;
  return {
    sizeBytes: bytes.length,
    async *read({ start, end }) {
      await Promise.resolve();
      readBytes += end - start;
      yield bytes.subarray(start, end);
    },
    readBytes: () => readBytes,
  };
}

/** Generates noise, so that the files are as large as photographs. */
export function photo(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = new Uint8Array(width * height * channels);
  let seed = 12_345;
  for (let at = 0; at < data.length; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const wave = 90 + 60 * Math.sin(at / 977) + 40 * Math.cos(at / (width * channels * 31));
    data[at] = Math.max(0, Math.min(255, wave + ((seed >>> 24) & 31)));
  }
  return sharp(data, { raw: { width, height, channels } });
}

export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } });
}

export async function animatedGif(frames: number, width = 32, height = 24): Promise<Buffer> {
  const data = new Uint8Array(width * height * frames * 3);
  for (let at = 0; at < data.length; at += 1)
    data[at] = (at * 7 + Math.floor(at / (width * height * 3)) * 40) % 256;
  return sharp(data, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 100), loop: 0 })
    .toBuffer();
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Inserts chunks directly after the header of a PNG. */
export function withPngChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}

export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)]);
}

/** Returns a `zTXt` or `iCCP` chunk that unpacks to that many zero bytes. */
export function packedChunk(type: 'zTXt' | 'iCCP', unpackedBytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(unpackedBytes));
  return pngChunk(type, Buffer.concat([Buffer.from('name\0\0', 'latin1'), packed]));
}
