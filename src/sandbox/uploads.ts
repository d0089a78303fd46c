import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { marksIn, readMarks, type Marks } from './marks.js';
import type { MediaFiles, ReceivedFile } from './media-files.js';
import { typeOf } from './media-type.js';
import { hangUp, type Dialect, type SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredMedia } from './store.js';
import { isDead } from './grants.js';
import type { SandboxToken } from './tokens.js';

/** Shared by the simulated platforms for receiving media. */
export interface Uploads {
  store: SandboxStore;
  files: MediaFiles;
  /** Simulates a slow connection. Null: no limit. */
  bytesPerSecondMax: number | null;
}

/** The body of a request as a stream, whose bytes are counted. */
export async function* bodyOf(
  { store, bytesPerSecondMax }: Uploads,
  platform: string,
  incoming: HttpBindings['incoming'],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    store.countBytes(platform, chunk.length);
    if (bytesPerSecondMax !== null) {
      await delay((chunk.length / bytesPerSecondMax) * 1000, undefined, { ref: false });
    }
    yield chunk;
  }
}

/** Reads a small body into memory. */
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

/** Registers a received file. If no platform accepts its type, returns null and deletes the file. */
export function keepMedia(
  { store, files }: Uploads,
  owner: { id: string; platform: string; accountId: string },
  { sizeBytes, sha256, edges }: ReceivedFile,
): StoredMedia | null {
  const type = typeOf(edges);
  if (type === null) {
    files.delete(owner.id);
    return null;
  }
  const { mime, kind } = type;
  return store.addMedia({ ...owner, mime, kind, sizeBytes, sha256, marks: marksIn(edges), altText: null });
}

export interface FaultyUpload {
  platform: string;
  token: SandboxToken;
  /** Where its marks are. */
  text: string;
  /** Distinguishes this file from others. */
  key: string;
  dialect: Pick<Dialect, 'expiredToken' | 'rateLimit'>;
}

/** The outcome that marks request for an upload; null if it proceeds normally. */
export function uploadFault(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  { platform, token, text, key, dialect }: FaultyUpload,
): Response | null {
  if (isDead(store, platform, token)) return dialect.expiredToken();
  const marks = readMarks(text);
  const memory = (mark: string): string => `${mark} ${platform} ${token.accountId} ${key}`;
  if (marks.has('upload-expired-token')) {
    const name = memory('upload-expired-token');
    const expired = store.note(name);
    if (expired === undefined) store.setNote(name, token.refreshes);
    if (token.refreshes <= (expired ?? token.refreshes)) return dialect.expiredToken();
  }
  const isFirst = (mark: string): boolean => {
    if (!marks.has(mark) || store.note(memory(mark)) !== undefined) return false;
    store.setNote(memory(mark), 1);
    return true;
  };
  if (isFirst('upload-rate-limit')) return dialect.rateLimit();
  return isFirst('upload-drop') ? hangUp(c) : null;
}

/** How long the platform processes a file: videos always for a moment, images only if a mark says so. */
export function processingMsOf(
  { videoWorkMs }: SandboxStore,
  kind: StoredMedia['kind'],
  { processingMs }: Marks,
): number {
  return processingMs ?? (kind === 'IMAGE' ? 0 : videoWorkMs);
}
