import { open } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { UploadError } from './upload-error.js';

/** Bytes that can be read once only, such as the body of a response. */
export interface UploadStream {
  stream: AsyncIterable<Uint8Array>;
  /** The size of the whole file, which the service must know before it arrives. */
  sizeBytes: number;
}

/** The path or the URL of a file, its bytes, or a stream. A Blob can be one of Node's `openAsBlob`. */
export type UploadFile = string | URL | Uint8Array | Blob | UploadStream;

/** A file that is sent piece by piece. A piece may be read again. */
export interface Source {
  sizeBytes: number;
  name: string | undefined;
  read: (beginBytes: number, sizeBytes: number) => Promise<Uint8Array>;
  close: () => Promise<void>;
}

const nothingToClose = (): Promise<void> => Promise.resolve();

export async function openSource(file: UploadFile): Promise<Source> {
  const source = await sourceOf(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UploadError('unreadable', `The file cannot be read: ${reason}`, { cause: error });
  });
  if (source.sizeBytes > 0) return source;
  await source.close();
  throw new UploadError('unreadable', 'This is not a file with content.');
}

async function sourceOf(file: UploadFile): Promise<Source> {
  if (typeof file === 'string' || file instanceof URL) return ofPath(file);
  if (file instanceof Uint8Array) {
    const read = (begin: number, size: number) => Promise.resolve(file.subarray(begin, begin + size));
    return { sizeBytes: file.byteLength, name: undefined, read, close: nothingToClose };
  }
  if (file instanceof Blob) {
    const name = 'name' in file && typeof file.name === 'string' ? file.name : undefined;
    const read = async (begin: number, size: number) =>
      new Uint8Array(await file.slice(begin, begin + size).arrayBuffer());
    return { sizeBytes: file.size, name, read, close: nothingToClose };
  }
  return ofStream(file);
}

async function ofPath(file: string | URL): Promise<Source> {
  const name = path.basename(file instanceof URL ? fileURLToPath(file) : file);
  const handle = await open(file);
  const info = await handle.stat();
  return {
    // A folder also has a size.
    sizeBytes: info.isFile() ? info.size : 0,
    name,
    read: async (begin, size) => {
      const bytes = new Uint8Array(size);
      const { bytesRead } = await handle.read(bytes, 0, size, begin);
      return bytes.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

/** Keeps the last piece, because only this piece is ever sent again: all pieces before it have arrived. */
function ofStream({ stream, sizeBytes }: UploadStream): Source {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = new Uint8Array(0);
  let atBytes = 0;
  let last = { beginBytes: 0, bytes: new Uint8Array(0) };
  return {
    sizeBytes,
    name: undefined,
    read: async (beginBytes, size) => {
      if (beginBytes === last.beginBytes && size === last.bytes.byteLength) return last.bytes;
      if (beginBytes !== atBytes)
        throw new UploadError('unreadable', 'A stream can be read once only, so this upload cannot go on.');
      const bytes = new Uint8Array(size);
      let filledBytes = 0;
      while (filledBytes < size) {
        if (rest.byteLength === 0) {
          const next = await chunks.next();
          if (next.done === true) break;
          rest = new Uint8Array(next.value);
        }
        const taken = rest.subarray(0, size - filledBytes);
        bytes.set(taken, filledBytes);
        filledBytes += taken.byteLength;
        rest = rest.subarray(taken.byteLength);
      }
      atBytes += filledBytes;
      last = { beginBytes, bytes: bytes.subarray(0, filledBytes) };
      return last.bytes;
    },
    close: async () => {
      await chunks.return?.();
    },
  };
}
