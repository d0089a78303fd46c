import { describe, expect, it } from 'vitest';
import { egressPolicy } from './egress-policy.js';
import { ConfigError, readEnv } from './env.js';

const read = (source: Record<string, string>) => egressPolicy(readEnv(source));

describe('the egress policy', () => {
  it('allows no private networks by default', () => {
    expect(read({})).toEqual({ allowCidrs: [], ownHosts: [], nat64: false });
  });

  it('reads the networks, the own host and DNS64 from the environment', () => {
    expect(
      read({
        NODE_ENV: 'development',
        WEBHOOK_ALLOW_CIDRS: ' 10.0.0.0/8, fd00::/8 ,',
        PUBLIC_URL: 'https://Punctual.example.com/',
        EGRESS_NAT64: '1',
      }),
    ).toEqual({ allowCidrs: ['10.0.0.0/8', 'fd00::/8'], ownHosts: ['punctual.example.com'], nat64: true });
    expect(read({ PUBLIC_URL: 'http://localhost:3000' }).ownHosts).toEqual(['localhost:3000']);
  });

  it('allows private networks in production, which is the default, only after confirmation', () => {
    const networks = { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' };
    expect(() => read(networks)).toThrow(/ALLOW_PRIVATE_EGRESS=1/);
    expect(() => read({ ...networks, ALLOW_PRIVATE_EGRESS: '0' })).toThrow(ConfigError);
    expect(read({ ...networks, ALLOW_PRIVATE_EGRESS: '1' }).allowCidrs).toEqual(['10.0.0.0/8']);
    expect(read({ ...networks, NODE_ENV: 'test' }).allowCidrs).toEqual(['10.0.0.0/8']);
    expect(read({ ALLOW_PRIVATE_EGRESS: '1' }).allowCidrs).toEqual([]);
  });

  it.each(['MEDIA_ALLOW_CIDRS', 'PLATFORM_ALLOW_CIDRS'] as const)(
    'allows only the networks in %s',
    (variable) => {
      const env = readEnv({ NODE_ENV: 'test', [variable]: '10.0.0.0/8' });
      expect(egressPolicy(env, variable).allowCidrs).toEqual(['10.0.0.0/8']);
      expect(egressPolicy(env).allowCidrs).toEqual([]);
      const inProduction = readEnv({ [variable]: '10.0.0.0/8' });
      expect(() => egressPolicy(inProduction, variable)).toThrow(`${variable}: opens private networks`);
    },
  );

  it.each([
    '10.0.0.0',
    '10/8',
    '10.0.0.0/33',
    'fd00::/129',
    'localhost',
    '10.0.0.0/8 fd00::/8',
    '10.0.0.0/',
    'fe80::1%1/64',
  ])('refuses %j as a network', (network) => {
    expect(() => read({ NODE_ENV: 'test', WEBHOOK_ALLOW_CIDRS: network })).toThrow(/WEBHOOK_ALLOW_CIDRS/);
  });
});
