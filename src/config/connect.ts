import { ConfigError, type Env } from './env.js';

/** The URLs to which browsers may be redirected while an account is being connected. */
export interface ConnectConfig {
  /** The URL at which browsers reach the API, without a trailing slash. */
  publicUrl: string;
  /** The origins, besides the API's own, to which a browser may return after the account is connected. */
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
