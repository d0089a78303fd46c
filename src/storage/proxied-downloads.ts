import type { Clock } from '../clock.js';
import { storageFilePath, storageUploadPath } from '../domain/media.js';
import { readGrant, signGrant, type SigningKeys } from './grants.js';
import type { Grant, SignedRequest, SignOptions, Storage } from './storage.js';

export interface UrlSigner {
  signingKeys: SigningKeys;
  clock: Clock;
  /** The URL at which callers reach the API. Read when a URL is signed. */
  publicUrl: () => string;
}

/** Signs URLs of our own API. */
export function signRequest({ signingKeys, clock, publicUrl }: UrlSigner) {
  return (
    grant: Grant,
    { ttlMs, signedAt = clock.now() }: SignOptions,
    headers: Record<string, string> = {},
  ): SignedRequest => {
    const expiresAt = new Date(signedAt.getTime() + ttlMs);
    const isDownload = grant.op === 'download';
    const url = `${publicUrl()}${isDownload ? storageFilePath : storageUploadPath}?grant=${signGrant(signingKeys, grant, expiresAt)}`;
    return { method: isDownload ? 'GET' : 'PUT', url, headers, expiresAt };
  };
}

/**
 * Changes a storage with its own server so that URLs for platforms lead through our API, because a URL that the server
 * has signed cannot be revoked.
 */
export function withProxiedDownloads(storage: Storage, signing: UrlSigner): Storage {
  const sign = signRequest(signing);
  return {
    ...storage,
    presignDownload: (key, options) => {
      const { ttlMs, signedAt, ...claims } = options;
      if (claims.targetId === undefined) return storage.presignDownload(key, options);
      return Promise.resolve(
        sign({ op: 'download', key, ...claims }, { ttlMs, ...(signedAt && { signedAt }) }),
      );
    },
    signedUrls: {
      readGrant: (text) => readGrant(signing.signingKeys, signing.clock, text),
      receive: () => Promise.reject(new Error('uploads go straight to the storage')),
    },
  };
}
