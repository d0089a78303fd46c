import { describe, expect, it } from 'vitest';
import { ConfigError, readEnv } from './env.js';
import { sandboxConfig } from './sandbox.js';

/** Returns the message of the error. test/security/production-defaults.test.ts shows that it ends the process. */
function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'It was accepted.';
}

describe('PUBLIC_URL', () => {
  it.each([
    'https://user:pw@punctual.example.com',
    'https://punctual.example.com/?a=b',
    'https://[',
    'ftp://x',
  ])('may not be %s, because links are built from it', (PUBLIC_URL) => {
    expect(refusalOf(() => readEnv({ NODE_ENV: 'production', PUBLIC_URL }))).toContain('PUBLIC_URL');
  });

  it('may be a plain origin', () => {
    const PUBLIC_URL = 'https://punctual.example.com';
    expect(readEnv({ NODE_ENV: 'production', PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL);
  });
});

describe('the sandbox', () => {
  const configOf = (env: Record<string, string>) => sandboxConfig(readEnv(env));

  it.each(['0.0.0.0', '::', '192.0.2.1', 'sandbox.example.com'])(
    'does not listen on %s without confirmation',
    (host) => {
      const env = { NODE_ENV: 'development', SANDBOX_HOST: host };
      expect(refusalOf(() => configOf(env))).toContain('SANDBOX_ALLOW_REMOTE=1');
      expect(configOf({ ...env, SANDBOX_ALLOW_REMOTE: '1' })).toEqual({ host, allowRemote: true });
    },
  );
});
