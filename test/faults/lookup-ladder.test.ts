import { describe, expect, it } from 'vitest';
import { toAppConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/env.js';

const base = {
  PUBLIC_URL: 'https://punctual.example.com',
  DATABASE_URL: 'postgres://user:password@localhost:5432/punctual',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
};
const configOf = (env: NodeJS.ProcessEnv) => toAppConfig(readEnv({ ...base, ...env }));

describe('PUBLISH_LOOKUP_DELAYS_MS', () => {
  it('sets the delays between look-ups for a fault test', () => {
    const config = configOf({ NODE_ENV: 'development', PUBLISH_LOOKUP_DELAYS_MS: '1000,2000' });
    expect(config.lookupDelaysMs).toEqual([1000, 2000]);
  });

  it('leaves the usual delays unchanged if it is not set', () => {
    expect(configOf({ NODE_ENV: 'development' })).not.toHaveProperty('lookupDelaysMs');
  });

  it.each(['production', undefined])('is refused if NODE_ENV is %s', (mode) => {
    const env = { PUBLISH_LOOKUP_DELAYS_MS: '1000', ...(mode === undefined ? {} : { NODE_ENV: mode }) };
    expect(() => configOf(env)).toThrow('PUBLISH_LOOKUP_DELAYS_MS');
  });

  it.each(['1s', '1000,', '-5', '1,2,3,4,5,6,7,8,9,10,11'])('is refused with the value %s', (value) => {
    expect(() => configOf({ NODE_ENV: 'development', PUBLISH_LOOKUP_DELAYS_MS: value })).toThrow(
      'PUBLISH_LOOKUP_DELAYS_MS',
    );
  });
});
