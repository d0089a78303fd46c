import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/domain/json.js';
import type {
  Platform,
  Publication,
  PublicationMedia,
  UploadAnswer,
  UploadRun,
} from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';

const heads = {
  'image/png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  'image/jpeg': Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  'image/gif': Buffer.from('GIF89a', 'latin1'),
  'video/mp4': Buffer.from('\0\0\0\x18ftypisom', 'latin1'),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
  'application/x-subrip': Buffer.from('1\n00:00:00,000 --> 00:00:02,000\n'),
} as const;
const kinds = {
  'image/png': 'IMAGE',
  'image/jpeg': 'IMAGE',
  'image/gif': 'GIF',
  'video/mp4': 'VIDEO',
  'application/pdf': 'DOCUMENT',
  'application/x-subrip': 'SUBTITLES',
} as const;

export interface MediumOptions {
  mime?: keyof typeof heads;
  sizeBytes?: number;
  altText?: string | null;
  /** Marks in the bytes of the file, which the sandbox reads. */
  marks?: string;
}

export interface MediaShelf extends AsyncDisposable {
  /** Creates a file of random bytes after the signature of its type. */
  medium: (options?: MediumOptions) => PublicationMedia;
  /** Returns the ranges that were read of a file, in order. */
  readsOf: (media: PublicationMedia) => { start: number; end: number }[];
  /** The requests to public URLs. */
  fetches: string[];
  /** While this is false, public URLs return 404. */
  isPublic: boolean;
}

/** Random bytes, which are letters and digits in a text. */
function fillerOf(mime: keyof typeof heads, sizeBytes: number): Buffer {
  const bytes = randomBytes(sizeBytes);
  return mime === 'application/x-subrip' ? Buffer.from(bytes.toString('hex').slice(0, sizeBytes)) : bytes;
}

/** Opens a collection of media files with public URLs on loopback. It takes the place of the media library. */
export async function openMediaShelf(): Promise<MediaShelf> {
  const dir = mkdtempSync(join(tmpdir(), 'punctual-media-'));
  const byName = new Map<string, PublicationMedia>();
  const reads = new Map<string, { start: number; end: number }[]>();
  const server = createServer((request, response) => {
    const media = byName.get((request.url ?? '').slice(1));
    shelf.fetches.push(request.url ?? '');
    if (media === undefined || !shelf.isPublic) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': media.mime, 'content-length': media.sizeBytes });
    createReadStream(join(dir, media.assetId)).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shelf: MediaShelf = {
    fetches: [],
    isPublic: true,
    medium: ({ mime = 'image/png', sizeBytes = 20_000, altText = null, marks = '' } = {}) => {
      const assetId = randomBytes(8).toString('hex');
      const head = Buffer.concat([heads[mime], Buffer.from(marks)]);
      const bytes = Buffer.concat([head, fillerOf(mime, sizeBytes - head.length)]);
      writeFileSync(join(dir, assetId), bytes);
      const media: PublicationMedia = {
        assetId,
        kind: kinds[mime],
        mime,
        sizeBytes,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        width: 400,
        height: 300,
        durationMs: mime === 'video/mp4' ? 3_000 : null,
        altText,
        open: ({ start, end }) => {
          reads.set(assetId, [...(reads.get(assetId) ?? []), { start, end }]);
          const stream = createReadStream(join(dir, assetId), { start, end: end - 1 });
          // After a refused request, the stream is not read, and its file may be deleted before it is opened. Only a
          // reader should get the error.
          stream.on('error', () => undefined);
          return stream;
        },
        publicUrl: () => Promise.resolve(`${origin}/${assetId}`),
      };
      byName.set(assetId, media);
      return media;
    },
    readsOf: ({ assetId }) => reads.get(assetId) ?? [],
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return shelf;
}

/** An upload as a worker runs it, with everything that it has saved. */
export interface WatchedUpload {
  answer: UploadAnswer;
  saved: JsonObject[];
  /** The reported numbers of bytes, in order. */
  told: number[];
}

export async function upload(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  state: JsonObject | null = null,
  more: Partial<UploadRun> = {},
): Promise<WatchedUpload> {
  const saved: JsonObject[] = [];
  const told: number[] = [];
  const answer = await platform.uploadMedia(session, publication, state, {
    save: (next) => {
      // The state is stored as JSON, as in a row.
      saved.push(JSON.parse(JSON.stringify(next)) as JsonObject);
      return Promise.resolve();
    },
    progress: (bytes) => told.push(bytes),
    signal: new AbortController().signal,
    ...more,
  });
  return { answer, saved, told };
}

export function uploaded({ answer }: WatchedUpload): JsonObject {
  if (answer.kind !== 'uploaded') throw new Error(`Not uploaded: ${JSON.stringify(answer)}`);
  return answer.state;
}
