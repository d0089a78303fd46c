import type { Clock } from '../clock.js';
import { storageFilePath, storageUploadPath } from '../domain/media.js';
import { readGrant, signGrant } from './grants.js';
import type { Grant, SignedRequest, SignOptions, Storage } from './storage.js';

export interface OwnDoor {
  signingKey: Buffer;
  clock: Clock;
  /** The address under which callers reach the API; asked for when an address is signed. */
  publicUrl: () => string;
}

/** Signs addresses that lead to our own API. */
export function signRequest({ signingKey, clock, publicUrl }: OwnDoor) {
  return (
    grant: Grant,
    { ttlMs, signedAt = clock.now() }: SignOptions,
    headers: Record<string, string> = {},
  ): SignedRequest => {
    const expiresAt = new Date(signedAt.getTime() + ttlMs);
    const isDownload = grant.op === 'download';
    const url = `${publicUrl()}${isDownload ? storageFilePath : storageUploadPath}?grant=${signGrant(signingKey, grant, expiresAt)}`;
    return { method: isDownload ? 'GET' : 'PUT', url, headers, expiresAt };
  };
}

/**
 * A storage with a server of its own, whose addresses for platforms lead to our API nevertheless: what its own server
 * has signed cannot be taken back.
 */
export function withProxiedDownloads(storage: Storage, door: OwnDoor): Storage {
  const sign = signRequest(door);
  return {
    ...storage,
    presignDownload: (key, options) => {
      const { ttlMs, signedAt, ...claims } = options;
      if (claims.targetId === undefined) return storage.presignDownload(key, options);
      return Promise.resolve(
        sign({ op: 'download', key, ...claims }, { ttlMs, ...(signedAt && { signedAt }) }),
      );
    },
    door: {
      readGrant: (text) => readGrant(door.signingKey, door.clock, text),
      receive: () => Promise.reject(new Error('uploads go straight to the storage')),
    },
  };
}
