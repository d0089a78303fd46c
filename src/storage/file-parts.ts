import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { namesIn, removeOlder } from './disk.js';
import { BodySizeError, NoSuchObjectError, type PartGrant, type StoredPart } from './storage.js';

const dataName = 'data';
const markerPattern = /^(\d+)\.(\d+)\.([0-9a-f]+)$/;

/**
 * Uploads in parts. All parts are written into one file, each at its position, so completing an upload is a rename and
 * not a copy. An empty file beside it records each complete part: `number.size.hash`.
 */
export function fileParts(root: string) {
  const folderOf = (multipartId: string): string => path.join(root, path.basename(multipartId));

  async function markersOf(multipartId: string): Promise<(StoredPart & { name: string })[] | null> {
    const names = await namesIn(folderOf(multipartId));
    if (names === null) return null;
    return names.flatMap((name) => {
      const [, partNumber, sizeBytes, etag] = markerPattern.exec(name) ?? [];
      if (etag === undefined) return [];
      return [{ name, partNumber: Number(partNumber), sizeBytes: Number(sizeBytes), etag }];
    });
  }

  async function forget(multipartId: string, partNumber: number): Promise<void> {
    for (const marker of (await markersOf(multipartId)) ?? []) {
      if (marker.partNumber === partNumber) await rm(path.join(folderOf(multipartId), marker.name));
    }
  }

  return {
    async create(): Promise<string> {
      const multipartId = randomUUID();
      await mkdir(folderOf(multipartId), { recursive: true });
      await writeFile(path.join(folderOf(multipartId), dataName), '', { flag: 'wx' });
      return multipartId;
    },

    async receive(grant: PartGrant, body: AsyncIterable<Uint8Array>): Promise<void> {
      const { multipartId, partNumber, sizeBytes } = grant;
      const folder = folderOf(multipartId);
      if ((await namesIn(folder)) === null) throw new NoSuchObjectError('the upload has ended');
      await forget(multipartId, partNumber);
      const etag = await fill(path.join(folder, dataName), grant, body);
      await forget(multipartId, partNumber);
      await writeFile(path.join(folder, `${partNumber}.${sizeBytes}.${etag}`), '');
    },

    async list(multipartId: string): Promise<StoredPart[] | null> {
      const markers = await markersOf(multipartId);
      return (
        markers
          ?.map(({ partNumber, sizeBytes, etag }) => ({ partNumber, sizeBytes, etag }))
          .sort((a, b) => a.partNumber - b.partNumber) ?? null
      );
    },

    /**
     * Completes an upload: `take` moves its file to the final place. In a repeated call the file is missing, and `take`
     * accepts the one that the first call moved.
     */
    async complete(multipartId: string, take: (file: string) => Promise<void>): Promise<void> {
      await take(path.join(folderOf(multipartId), dataName));
      await rm(folderOf(multipartId), { recursive: true, force: true });
    },

    removeOlder: (before: Date): Promise<number> => removeOlder(root, before),

    async abort(multipartId: string): Promise<void> {
      await rm(folderOf(multipartId), { recursive: true, force: true });
    },
  };
}

/** Writes a part at its position and returns the hash of its bytes. */
async function fill(
  data: string,
  { partNumber, partSizeBytes, sizeBytes }: PartGrant,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const hash = createHash('md5');
  const file = await open(data, 'r+');
  try {
    let written = 0;
    for await (const chunk of body) {
      if (written + chunk.byteLength > sizeBytes) throw new BodySizeError(`more than ${sizeBytes} bytes`);
      hash.update(chunk);
      await writeAll(file, chunk, (partNumber - 1) * partSizeBytes + written);
      written += chunk.byteLength;
    }
    if (written !== sizeBytes) throw new BodySizeError(`${written} of ${sizeBytes} bytes`);
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function writeAll(
  file: Awaited<ReturnType<typeof open>>,
  chunk: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done, position + done);
    done += bytesWritten;
  }
}
