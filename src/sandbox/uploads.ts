import type { Context } from 'hono';
import { setTimeout as delay } from 'node:timers/promises';
import { marksIn, readMarks, type Marks } from './marks.js';
import type { MediaFiles, ReceivedFile } from './media-files.js';
import { hangUp, type AccountRequest, type Dialect, type SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredMedia } from './store.js';
import { isDead } from './tokens.js';

/** The store and the files that the simulated platforms share for receiving media. */
export interface Uploads {
  store: SandboxStore;
  files: MediaFiles;
  /** Simulates a slow connection. Null means no limit. */
  bytesPerSecondMax: number | null;
}

/** The platform for which a file is received. */
export interface Receiver {
  uploads: Uploads;
  platform: string;
}

/** Passes on bytes that arrive, and counts them. */
export async function* counted(
  { uploads, platform }: Receiver,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    uploads.store.countBytes(platform, chunk.length);
    yield chunk;
  }
}

/** The body of a request as a stream, whose bytes are counted. */
export async function* bodyOf(receiver: Receiver, { env }: Context<SandboxEnv>): AsyncGenerator<Uint8Array> {
  const { bytesPerSecondMax } = receiver.uploads;
  for await (const chunk of counted(receiver, env.incoming as AsyncIterable<Uint8Array>)) {
    if (bytesPerSecondMax !== null) {
      await delay((chunk.length / bytesPerSecondMax) * 1000, undefined, { ref: false });
    }
    yield chunk;
  }
}

/** Reads a small body into memory. Null if it is too large. */
export async function bufferOf(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The owner of a file, and its id in the sandbox. */
export interface FileOwner {
  id: string;
  accountId: string;
}

/** Registers a received file. If its type is not among the accepted types, returns null and deletes the file. */
export function keepMedia(
  { uploads: { store, files }, platform }: Receiver,
  { id, accountId }: FileOwner,
  { sizeBytes, sha256, edges }: ReceivedFile,
  taken: FileTypes = pictureAndVideoTypes,
): StoredMedia | null {
  const type = taken.find(({ matches }) => matches(edges)) ?? null;
  if (type === null) {
    files.delete(id);
    return null;
  }
  const { mime, kind } = type;
  const marks = marksIn(edges);
  return store.addMedia({ id, platform, accountId, mime, kind, sizeBytes, sha256, marks, altText: null });
}

/** Receives and registers a file. Returns null if its type is not among the accepted types. */
export async function receiveMedia(
  receiver: Receiver,
  owner: FileOwner,
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  taken?: FileTypes,
): Promise<StoredMedia | null> {
  return keepMedia(receiver, owner, await receiver.uploads.files.receive(owner.id, body, bytesMax), taken);
}

/** Joins the pieces of a file to a registered file, and deletes them. */
export async function joinMedia(
  receiver: Receiver,
  owner: FileOwner,
  pieces: readonly string[],
  bytesMax: number,
): Promise<StoredMedia | null> {
  const { files } = receiver.uploads;
  const media = await receiveMedia(receiver, owner, files.readAll(pieces), bytesMax);
  for (const piece of pieces) files.delete(piece);
  return media;
}

export interface FaultyUpload {
  /** The text that may contain marks. */
  text: string;
  /** A key that is different for each file. */
  key: string;
}

/** The account that uploads, and the refusals that it can get. */
export interface Uploader extends Omit<AccountRequest, 'dialect'> {
  dialect: Pick<Dialect, 'expiredToken' | 'rateLimit'>;
}

/** The response that marks request for an upload. Null if it proceeds normally. */
export function uploadFault(
  { c, store, platform, token, dialect }: Uploader,
  { text, key }: FaultyUpload,
): Response | null {
  if (isDead({ store, platform }, token)) return dialect.expiredToken();
  const marks = readMarks(text);
  const memory = (mark: string): string => `${mark} ${platform} ${token.accountId} ${key}`;
  if (marks.has('upload-expired-token')) {
    const name = memory('upload-expired-token');
    const expired = store.note(name);
    if (expired === undefined) store.setNote(name, token.refreshes);
    if (token.refreshes <= (expired ?? token.refreshes)) return dialect.expiredToken();
  }
  const isFirst = (mark: string): boolean => marks.has(mark) && store.isFirst(memory(mark));
  if (isFirst('upload-rate-limit')) return dialect.rateLimit();
  return isFirst('upload-drop') ? hangUp(c) : null;
}

/**
 * How long the platform processes a file. Most files are always processed for a moment, images only if a mark says so.
 */
export function processingMsOf(
  { videoWorkMs }: SandboxStore,
  kind: StoredMedia['kind'],
  { processingMs }: Marks,
): number {
  return processingMs ?? (kind === 'IMAGE' ? 0 : videoWorkMs);
}

/** A type by its bytes, regardless of the type that the sender states. */
interface FileType {
  mime: string;
  kind: StoredMedia['kind'];
  matches: (edges: string) => boolean;
}
type FileTypes = readonly FileType[];

const pictureAndVideoTypes: FileTypes = [
  { mime: 'image/jpeg', kind: 'IMAGE', matches: (text) => text.startsWith('\xff\xd8\xff') },
  { mime: 'image/png', kind: 'IMAGE', matches: (text) => text.startsWith('\x89PNG\r\n\x1a\n') },
  { mime: 'image/gif', kind: 'GIF', matches: (text) => text.startsWith('GIF8') },
  {
    mime: 'image/webp',
    kind: 'IMAGE',
    matches: (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP',
  },
  { mime: 'video/quicktime', kind: 'VIDEO', matches: (text) => text.slice(4, 12) === 'ftypqt  ' },
  { mime: 'video/mp4', kind: 'VIDEO', matches: (text) => text.slice(4, 8) === 'ftyp' },
  { mime: 'video/webm', kind: 'VIDEO', matches: (text) => text.startsWith('\x1aE\xdf\xa3') },
];

/** The types of documents, for platforms that take them. */
export const documentTypes: FileTypes = [
  { mime: 'application/pdf', kind: 'DOCUMENT', matches: (text) => text.startsWith('%PDF-') },
];
