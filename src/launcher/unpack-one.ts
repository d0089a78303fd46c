import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const blockBytes = 512;
/** The type flags of regular files, in new and old archives. */
const fileTypes = new Set(['0', '\0']);

export interface UnpackOptions {
  archive: string;
  /** The last part of the file's path in the archive. */
  name: string;
  destination: string;
  /** The limit for all unpacked bytes of the archive. */
  bytesMax: number;
  signal: AbortSignal | undefined;
}

/**
 * Writes one file of a .tar.gz to a path of our choice. No tool unpacks the archive, because it was not checked yet:
 * its paths, links and permissions are not used, and its size is limited.
 */
export async function unpackOne(options: UnpackOptions): Promise<void> {
  const { archive, name, destination, signal } = options;
  const reader = createTarReader(name, options.bytesMax);
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    (chunks: AsyncIterable<Buffer>) => reader.read(chunks),
    createWriteStream(destination),
    { ...(signal && { signal }) },
  );
  if (!reader.isFound()) throw new Error(`the archive contains no file named ${name}`);
}

interface TarReader {
  /** The bytes of the file. */
  read: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  isFound: () => boolean;
}

function createTarReader(name: string, bytesMax: number): TarReader {
  let isFound = false;
  async function* read(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let header = Buffer.alloc(0);
    let [bytesRead, contentLeft, paddingLeft, isWanted] = [0, 0, 0, false];
    for await (const chunk of chunks) {
      bytesRead += chunk.length;
      if (bytesRead > bytesMax) throw new Error(`the archive has more than ${bytesMax} bytes`);
      for (let rest = chunk; rest.length > 0;) {
        if (contentLeft > 0) {
          const content = rest.subarray(0, contentLeft);
          if (isWanted) yield content;
          contentLeft -= content.length;
          rest = rest.subarray(content.length);
        } else if (paddingLeft > 0) {
          const skipped = Math.min(paddingLeft, rest.length);
          paddingLeft -= skipped;
          rest = rest.subarray(skipped);
        } else {
          const missing = blockBytes - header.length;
          header = Buffer.concat([header, rest.subarray(0, missing)]);
          rest = rest.subarray(missing);
          if (header.length < blockBytes) continue;
          const entry = readHeader(header);
          header = Buffer.alloc(0);
          isWanted = !isFound && entry.isFile && entry.path.split('/').at(-1) === name;
          isFound ||= isWanted;
          contentLeft = entry.sizeBytes;
          paddingLeft = (blockBytes - (entry.sizeBytes % blockBytes)) % blockBytes;
        }
      }
    }
    if (contentLeft > 0) throw new Error('the archive ends early');
  }
  return { read, isFound: () => isFound };
}

function readHeader(header: Buffer): { path: string; sizeBytes: number; isFile: boolean } {
  const text = (from: number, to: number): string =>
    header.toString('latin1', from, to).replace(/\0.*$/s, '');
  const sizeBytes = parseInt(text(124, 136).trim() || '0', 8);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new Error('the archive cannot be read');
  return { path: text(0, 100), sizeBytes, isFile: fileTypes.has(header.toString('latin1', 156, 157)) };
}
