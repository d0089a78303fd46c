import { isLoopbackHost } from '../urls/loopback.js';
import { ConfigError, type Env } from './env.js';

export interface SandboxConfig {
  host: string;
  allowRemote: boolean;
}

type SandboxEnv = Pick<Env, 'NODE_ENV' | 'SANDBOX_HOST' | 'SANDBOX_ALLOW_REMOTE' | 'SANDBOX_IN_PRODUCTION'>;

/** Reads the sandbox's settings. The sandbox has no sign-in, so by default it is reachable from this machine only. */
export function sandboxConfig(env: SandboxEnv): SandboxConfig {
  if (env.NODE_ENV === 'production' && env.SANDBOX_IN_PRODUCTION !== '1') {
    throw new ConfigError(
      'The sandbox does not run in production, unless SANDBOX_IN_PRODUCTION=1 asks for it. (For development, set NODE_ENV=development.)',
    );
  }
  const allowRemote = env.SANDBOX_ALLOW_REMOTE === '1';
  if (!isLoopbackHost(env.SANDBOX_HOST) && !allowRemote) {
    throw new ConfigError(
      'SANDBOX_HOST: the sandbox has no sign-in, so it listens on 127.0.0.1, ::1 or localhost only, unless SANDBOX_ALLOW_REMOTE=1 asks for more',
    );
  }
  return { host: env.SANDBOX_HOST, allowRemote };
}
