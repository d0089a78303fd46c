import { mkdir, rm, rmdir, statfs } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Clock } from '../clock.js';
import { moveFile, readFile, removeOlder, statFile, writeFile } from './disk.js';
import { fileParts } from './file-parts.js';
import { readGrant, type SigningKeys } from './grants.js';
import { signRequest } from './proxied-downloads.js';
import type { Storage } from './storage.js';

export interface FilesystemOptions {
  folder: string;
  /** The URL at which callers reach the API. Read when a URL is signed. */
  publicUrl: () => string;
  signingKeys: SigningKeys;
  clock: Clock;
}

/** Stores media as files below one folder, which all processes must share. Signed URLs point to our own API. */
export function createFilesystemStorage({
  folder,
  publicUrl,
  signingKeys,
  clock,
}: FilesystemOptions): Storage {
  const root = path.resolve(folder);
  const pathOf = (key: string): string => safePath(root, key);
  const tempPath = (): string => path.join(root, '.tmp', randomUUID());
  const parts = fileParts(path.join(root, '.parts'));

  const sign = signRequest({ signingKeys, clock, publicUrl });

  const storage: Storage = {
    write: (key, body, options) => writeFile(tempPath(), pathOf(key), body, options),
    read: (key, range) => readFile(pathOf(key), range),
    stat: (key) => statFile(pathOf(key)),
    move: (from, to) => moveFile(pathOf(from), pathOf(to)),
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteFolder: async (name) => {
      await rm(pathOf(name), { recursive: true, force: true });
      await rmdir(path.dirname(pathOf(name))).catch(() => undefined);
    },
    presignUpload: (key, { mime, sizeBytes, userId, ...options }) =>
      Promise.resolve(
        sign({ op: 'upload', key, mime, sizeBytes, ...(userId && { userId }) }, options, {
          'Content-Type': mime,
        }),
      ),
    presignDownload: (key, { ttlMs, signedAt, ...claims }) =>
      Promise.resolve(sign({ op: 'download', key, ...claims }, { ttlMs, ...(signedAt && { signedAt }) })),
    createMultipart: () => parts.create(),
    presignPart: (key, multipartId, { ttlMs, signedAt, ...claims }) =>
      Promise.resolve(
        sign({ op: 'part', key, multipartId, ...claims }, { ttlMs, ...(signedAt && { signedAt }) }),
      ),
    listParts: (_key, multipartId) => parts.list(multipartId),
    completeMultipart: (key, multipartId) =>
      parts.complete(multipartId, (file) => moveFile(file, pathOf(key))),
    abortMultipart: (_key, multipartId) => parts.abort(multipartId),
    removeUnfinished: async (before) =>
      (await removeOlder(path.join(root, '.tmp'), before)) + (await parts.removeOlder(before)),
    freeBytes: async () => {
      await mkdir(root, { recursive: true });
      const { bavail, bsize, blocks } = await statfs(root);
      // Some network file systems do not report their size.
      return blocks === 0 ? Infinity : bavail * bsize;
    },
    ensurePlace: async () => (await mkdir(root, { recursive: true })) !== undefined,
    signedUrls: {
      readGrant: (text) => readGrant(signingKeys, clock, text),
      receive: async (grant, body) => {
        if (grant.op === 'part') await parts.receive(grant, body);
        else await storage.write(grant.key, body, { ...grant, bytesMax: grant.sizeBytes });
      },
    },
  };
  return storage;
}

/** The path of a key. It refuses a key that would lead out of the folder, although we create all keys. */
export function safePath(root: string, key: string): string {
  const resolved = path.resolve(root, key);
  if (!/^[\w./-]+$/.test(key) || !resolved.startsWith(root + path.sep) || key.includes('..')) {
    throw new Error('not a storage key');
  }
  return resolved;
}
