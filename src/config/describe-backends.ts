import type { AppConfig } from './config.js';

const temporalAddressDefault = '127.0.0.1:7233';

/** Describes the addresses of the database, Temporal and the media storage for people, without users and passwords. */
export function describeBackends({
  databaseUrl,
  temporal,
  media: { storage },
}: Pick<AppConfig, 'databaseUrl' | 'temporal' | 'media'>): {
  database: string;
  temporal: string;
  storage: string;
} {
  const { host, pathname } = URL.canParse(databaseUrl) ? new URL(databaseUrl) : { host: '', pathname: '' };
  return {
    database: host === '' ? 'its address' : `${host}${pathname}`,
    temporal: temporal.connection.address ?? temporalAddressDefault,
    storage:
      storage.kind === 'filesystem'
        ? `the folder ${storage.folder}`
        : `the bucket ${storage.bucket}${storage.endpoint === undefined ? '' : ` at ${originOf(storage.endpoint)}`}`,
  };
}

/** The folder for media. Null if they are in a bucket. */
export function storageFolderOf({ media: { storage } }: Pick<AppConfig, 'media'>): string | null {
  return storage.kind === 'filesystem' ? storage.folder : null;
}

const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : 'its endpoint';
