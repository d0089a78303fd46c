import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib';

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Buffer;

const decompressions: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: (bytes, { maxOutputLength = 0 }) => brotliDecompressSync(bytes, { maxOutputLength }),
};

export type Decompressed = { bytes: Uint8Array } | { fault: 'too-large' | 'encoded' };

/**
 * Decompresses a response body, whose `encoding` is that of its header. We request no compression, but a proxy may add it.
 * Stops at `bytesMax`, because a few bytes can stand for millions.
 */
export function decompress(bytes: Uint8Array, encoding: string, bytesMax: number): Decompressed {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity' || bytes.length === 0) return { bytes };
  const decompression = Object.hasOwn(decompressions, name) ? decompressions[name] : undefined;
  if (decompression === undefined) return { fault: 'encoded' };
  try {
    return { bytes: decompression(bytes, { maxOutputLength: bytesMax }) };
  } catch (error) {
    return { fault: error instanceof RangeError ? 'too-large' : 'encoded' };
  }
}
