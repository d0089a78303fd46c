import { ConfigError, type Env } from './env.js';

/** The URLs to which platforms redirect browsers, and to which those may go afterwards. */
export interface ConnectConfig {
  /** The URL at which browsers reach the API, without a trailing slash. */
  publicUrl: string;
  /** Further origins besides our own. */
  returnOrigins: string[];
}

type ConnectEnv = Pick<Env, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'CONNECT_RETURN_ORIGINS'>;

export function connectConfig(env: ConnectEnv): ConnectConfig {
  const publicUrl = env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`;
  return { publicUrl: publicUrl.replace(/\/+$/, ''), returnOrigins: originsOf(env.CONNECT_RETURN_ORIGINS) };
}

function originsOf(list = ''): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/\/$/, ''))
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (/^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry) return entry;
      throw new ConfigError(
        'CONNECT_RETURN_ORIGINS: must be origins, comma separated, for instance https://app.example.com',
      );
    });
}
