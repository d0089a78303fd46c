import path from 'node:path';
import { documentBytesMax, subtitlesBytesMax, type MediaBytesMax } from '../domain/media.js';
import { egressPolicy, type EgressPolicyConfig } from './egress-policy.js';
import { ConfigError, type Env } from './env.js';

/** How media are stored and limited, and from which URLs they may be fetched. */
export interface MediaConfig {
  /** The URL at which callers, and platforms that fetch media, reach the API. */
  publicUrl: string;
  /** Whether an operator has set `publicUrl`. If so, platforms can use it even if a bucket holds the bytes. */
  isPublicUrlSet: boolean;
  storage: StorageConfig;
  bytesMax: MediaBytesMax;
  /** The storage limit of a workspace whose plan has none. Null: no limit. */
  workspaceBytesMax: number | null;
  /** The space that uploads must leave free on the disk, if media are stored in a folder. */
  freeBytesMin: number;
  /** How many assets a process inspects at once, each in a child process. */
  workers: number;
  /** Whether images are published with their metadata. */
  keepMetadata: boolean;
  /** Null: media are not downloaded from users' URLs. */
  fromUrl: EgressPolicyConfig | null;
}

export type StorageConfig = { kind: 'filesystem'; folder: string } | ({ kind: 's3' } & S3Config);

export interface S3Config {
  endpoint?: string;
  region: string;
  bucket: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  pathStyle: boolean;
}

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

export function mediaConfig(env: Env): MediaConfig {
  const imageBytesMax = env.MEDIA_IMAGE_MIB_MAX * MiB;
  return {
    publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    storage: storageConfig(env),
    bytesMax: {
      IMAGE: imageBytesMax,
      GIF: imageBytesMax,
      VIDEO: env.MEDIA_VIDEO_MIB_MAX * MiB,
      DOCUMENT: documentBytesMax,
      SUBTITLES: subtitlesBytesMax,
    },
    workspaceBytesMax: env.STORAGE_WORKSPACE_GIB_MAX === null ? null : env.STORAGE_WORKSPACE_GIB_MAX * GiB,
    freeBytesMin: env.STORAGE_FREE_MIB_MIN * MiB,
    workers: env.MEDIA_WORKERS,
    keepMetadata: env.MEDIA_METADATA === 'keep',
    // Separate from the webhooks' networks: a user who names a URL can read what is downloaded from it.
    fromUrl: env.MEDIA_FROM_URL === 'off' ? null : egressPolicy(env, 'MEDIA_ALLOW_CIDRS'),
  };
}

function storageConfig(env: Env): StorageConfig {
  if (env.STORAGE === 'filesystem') {
    return { kind: 'filesystem', folder: env.STORAGE_DIR ?? path.join(env.DATA_DIR, 'media') };
  }
  const { STORAGE_S3_BUCKET: bucket, STORAGE_S3_ENDPOINT: endpoint } = env;
  if (bucket === undefined) throw new ConfigError('STORAGE_S3_BUCKET: required with STORAGE=s3');
  const credentials = s3Credentials(env);
  return {
    kind: 's3',
    bucket,
    region: env.STORAGE_S3_REGION,
    pathStyle: env.STORAGE_S3_PATH_STYLE,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function s3Credentials(env: Env): S3Config['credentials'] {
  const { STORAGE_S3_ACCESS_KEY_ID: accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError('STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY: set both, or neither');
  }
  return { accessKeyId, secretAccessKey };
}
