import { isLoopbackHost } from '../urls/loopback.js';
import { ConfigError, type Env } from './env.js';

type ReachEnv = Pick<Env, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>;

/** Throws if PUBLIC_URL is missing in production, where links must not depend on a request's headers. */
export function requirePublicUrl(env: ReachEnv): void {
  if (env.NODE_ENV !== 'production' || env.PUBLIC_URL !== undefined) return;
  throw new ConfigError(
    'PUBLIC_URL: required in production, for instance https://punctual.example.com. ' +
      'It is where people and platforms reach the API. (For development, set NODE_ENV=development.)',
  );
}

/** Whether other machines or users may reach the API, as far as the environment says. */
export function isReachable({ NODE_ENV, HOST, PUBLIC_URL }: ReachEnv): boolean {
  if (NODE_ENV === 'production' || !isLoopbackHost(HOST)) return true;
  return PUBLIC_URL !== undefined && !isLoopbackHost(new URL(PUBLIC_URL).hostname);
}
