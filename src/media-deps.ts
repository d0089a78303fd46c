import { createHash } from 'node:crypto';
import type { Clock } from './clock.js';
import type { MediaConfig } from './config/media.js';
import { createFairQueue } from './concurrency/fair-queue.js';
import { uploadUrlsCountedMax, usesPerUploadUrlMax } from './domain/limits.js';
import { mimeOfKey } from './domain/media.js';
import { createGuardedFetch } from './egress/guarded-fetch.js';
import type { UrlRejectReason } from './egress/url-guard.js';
import { createMedia } from './media/create-media.js';
import { platformDefinitions } from './platforms/index.js';
import type { MediaDeps, UploadRepeats } from './services/shared/context.js';
import { createFilesystemStorage } from './storage/filesystem.js';
import type { SigningKeys } from './storage/grants.js';
import { withProxiedDownloads } from './storage/proxied-downloads.js';
import { createS3Storage } from './storage/s3.js';
import type { Storage } from './storage/storage.js';

/** Limits the downloads of one process. A source may be slow, so no workspace may occupy all slots. */
const workspacesQueue = { slots: 32, slotsPerOwnerMax: 8, waitingMax: 1_000 };
/** Applies before `workspacesQueue`, so that no user occupies all slots with many workspaces. */
const usersQueue = { slots: Infinity, slotsPerOwnerMax: 8, waitingMax: 1_000 };

export interface MediaParts {
  clock: Clock;
  /** These keys sign the URLs of a storage that has no server of its own. */
  signingKeys: SigningKeys;
  /** Called for each refused media URL. */
  onUrlRejected?: (reason: UrlRejectReason) => void;
}

/** Creates everything in the context that handles media. `close` releases it. */
export function createMediaDeps(
  config: MediaConfig,
  { clock, signingKeys, onUrlRejected }: MediaParts,
): { deps: MediaDeps; close: () => Promise<void> } {
  const { storage: place } = config;
  const publicUrl = (): string => config.publicUrl;
  const signing = { publicUrl, signingKeys, clock };
  const opened: Storage & { close?: () => void } =
    place.kind === 's3'
      ? createS3Storage({ ...place, clock })
      : createFilesystemStorage({ folder: place.folder, ...signing });
  const storage =
    place.kind === 's3' && config.isPublicUrlSet ? withProxiedDownloads(opened, signing) : opened;
  const mediaFetch =
    config.fromUrl === null
      ? null
      : createGuardedFetch({ policy: config.fromUrl, ...(onUrlRejected && { onRejected: onUrlRejected }) });
  const media = createMedia({ workers: config.workers });
  const downloads = { ofUsers: createFairQueue(usersQueue), ofWorkspaces: createFairQueue(workspacesQueue) };
  return {
    deps: {
      storage,
      probe: media,
      renderer: media,
      rules: new Map(platformDefinitions.map(({ name, mediaRules }) => [name, mediaRules])),
      keepMetadata: config.keepMetadata,
      fetch: mediaFetch,
      downloads,
      bytesMax: config.bytesMax,
      workspaceBytesMax: config.workspaceBytesMax,
      freeBytesMin: config.freeBytesMin,
      underWay: { bytes: 0, ofOwners: new Map() },
      uploads: createUploadRepeats(),
      publicUrl: publicAddresses(storage),
    },
    close: async () => {
      opened.close?.();
      for (const queue of Object.values(downloads)) queue.close();
      await mediaFetch?.[Symbol.asyncDispose]();
      await media[Symbol.asyncDispose]();
    },
  };
}

/**
 * Makes URLs for platforms that fetch media. A URL works while its target is being published, for at most `ttlMs`.
 */
function publicAddresses(storage: Storage): MediaDeps['publicUrl'] {
  return async (key, targetId, ttlMs) => {
    const filename = key.slice(key.lastIndexOf('/') + 1);
    return (await storage.presignDownload(key, { mime: mimeOfKey(key), filename, targetId, ttlMs })).url;
  };
}

/** Counts how often this process has seen each recent upload URL, by the hash of its grant, and limits repeats. */
function createUploadRepeats(): UploadRepeats {
  const counts = new Map<string, number>();
  return {
    mayRepeat: (grant) => {
      const name = createHash('sha256').update(grant).digest('base64url');
      const used = counts.get(name) ?? 0;
      counts.delete(name);
      counts.set(name, used + 1);
      const [oldest] = counts.keys();
      if (counts.size > uploadUrlsCountedMax && oldest !== undefined) counts.delete(oldest);
      return used < usesPerUploadUrlMax;
    },
  };
}
