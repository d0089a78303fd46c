import { describe, expect, it } from 'vitest';
import {
  UrlRejectedError,
  assertPolicy,
  checkUrl,
  checkUrlSyntax,
  urlCharsMax,
  type EgressPolicy,
  type ResolvedAddress,
  type Resolver,
} from './url-guard.js';

const reasonOf = (raw: string, policy?: EgressPolicy): string => {
  const verdict = checkUrlSyntax(raw, policy);
  return verdict.ok ? 'ok' : verdict.reason;
};

const answering =
  (...addresses: string[]): Resolver =>
  () =>
    Promise.resolve(
      addresses.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

async function outcome(raw: string, policy: EgressPolicy, resolver: Resolver): Promise<string> {
  const verdict = await checkUrl(raw, policy, resolver);
  return verdict.ok ? 'ok' : verdict.reason;
}

describe('checkUrlSyntax', () => {
  it.each([
    'https://hooks.example.com',
    'https://hooks.example.com/a/b?c=d#e',
    'https://hooks.example.com:443/',
    'https://hooks.example.com./x',
    'HTTPS://Hooks.Example.COM/',
    'https://bücher.example/',
    'https://under_score.example.com/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://example.com/path@with/at?and=a@b',
  ])('accepts %s', (raw) => {
    expect(reasonOf(raw)).toBe('ok');
  });

  it('returns the normalized host name, and the address if the host is a literal', () => {
    const named = checkUrlSyntax('https://Hooks.Example.com./x?y');
    expect(named).toMatchObject({ ok: true, hostname: 'hooks.example.com', literal: null });
    expect(named.ok && named.url.href).toBe('https://hooks.example.com/x?y');
    const literal = checkUrlSyntax('https://[2606:4700:4700:0::1111]/');
    expect(literal).toMatchObject({ literal: { address: '2606:4700:4700::1111', family: 6 } });
    expect(checkUrlSyntax('https://134744072/')).toMatchObject({
      literal: { address: '8.8.8.8', family: 4 },
    });
  });

  it('checks the length of the URL first', () => {
    const longest = `https://example.com/${'a'.repeat(urlCharsMax - 20)}`;
    expect(longest).toHaveLength(urlCharsMax);
    expect([reasonOf(longest), reasonOf(`${longest}a`), reasonOf(`\n${longest}`)]).toEqual([
      'ok',
      'too_long',
      'too_long',
    ]);
  });

  it('reports the first error if there are several', () => {
    expect(reasonOf('ftp://user@localhost:99/ ')).toBe('forbidden_character');
    expect(reasonOf('ftp://user@localhost:99/')).toBe('scheme');
    expect(reasonOf('https://user@localhost:99/')).toBe('credentials');
    expect(reasonOf('https://localhost:99/')).toBe('port');
    expect(reasonOf('https://localhost/', { ownHosts: ['localhost'] })).toBe('own_host');
    expect(reasonOf('https://localhost/')).toBe('blocked_host');
  });

  it('accepts the ports and plain http of a policy, and never port 0', () => {
    const policy: EgressPolicy = { ports: [443, 8443], allowHttp: true };
    expect(reasonOf('https://example.com:8443/', policy)).toBe('ok');
    expect(reasonOf('http://example.com/', policy)).toBe('port');
    expect(reasonOf('http://example.com/', { ...policy, ports: [80] })).toBe('ok');
    expect(reasonOf('https://example.com:0/', { ports: 'any' })).toBe('port');
    expect(reasonOf('https://example.com:0/', { allowCidrs: ['10.0.0.0/8'] })).toBe('port');
  });

  it('refuses the service’s own host on every port, or only on the configured one', () => {
    const policy: EgressPolicy = {
      ports: 'any',
      allowHttp: true,
      ownHosts: ['Own.example.com', '8.8.8.8:3000'],
    };
    expect(reasonOf('https://own.example.com/', policy)).toBe('own_host');
    expect(reasonOf('http://own.example.com.:81/', policy)).toBe('own_host');
    expect(reasonOf('https://not.own.example.com/', policy)).toBe('ok');
    expect(reasonOf('http://8.8.8.8:3000/', policy)).toBe('own_host');
    expect(reasonOf('http://8.8.8.8:3001/', policy)).toBe('ok');
  });
});

describe('private networks that the policy allows', () => {
  const policy: EgressPolicy = { allowCidrs: ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', 'fd00::/8'] };

  it('may be reached by http, on any port and under a local name', async () => {
    expect(reasonOf('http://10.1.2.3:8080/', policy)).toBe('ok');
    expect(reasonOf('http://[fd12::1]:8080/', policy)).toBe('ok');
    expect(await outcome('http://n8n:5678/', policy, answering('10.0.0.9'))).toBe('ok');
    expect(await outcome('https://n8n.default.svc/', policy, answering('10.0.0.9', 'fd00::9'))).toBe('ok');
    expect(await outcome('https://hooks.example.com/', policy, answering('8.8.8.8'))).toBe('ok');
  });

  it('do not imply other networks, http and unusual ports elsewhere, or public addresses behind local names', async () => {
    expect(reasonOf('http://192.168.0.1/', policy)).toBe('private_address');
    expect(reasonOf('http://8.8.8.8/', policy)).toBe('scheme');
    expect(reasonOf('https://8.8.8.8:8443/', policy)).toBe('port');
    expect(reasonOf('http://[::ffff:10.0.0.1]/', policy)).toBe('private_address');
    expect(await outcome('http://example.com/', policy, answering('8.8.8.8'))).toBe('scheme');
    expect(await outcome('http://example.com/', policy, answering('10.0.0.1', '8.8.8.8'))).toBe('scheme');
    expect(await outcome('https://n8n/', policy, answering('8.8.8.8'))).toBe('blocked_host');
    expect(await outcome('https://n8n/', policy, answering('192.168.0.1'))).toBe('private_address');
  });

  it('never include a metadata service, by address or by name', async () => {
    const all: EgressPolicy = { allowCidrs: ['0.0.0.0/0', '::/0'] };
    for (const host of ['169.254.169.254', '100.100.100.200', '168.63.129.16', '[fd00:ec2::254]']) {
      expect(`${host} ${reasonOf(`http://${host}/`, all)}`).toBe(`${host} private_address`);
    }
    expect(reasonOf('http://metadata.google.internal/', all)).toBe('blocked_host');
    expect(await outcome('http://innocent.example/', all, answering('169.254.169.254'))).toBe(
      'private_address',
    );
  });

  it('must have the form of networks when the policy is created', () => {
    expect(() => assertPolicy(policy)).not.toThrow();
    expect(() => assertPolicy({ allowCidrs: ['10.0.0.0'] })).toThrow(RangeError);
  });
});

describe('checkUrl', () => {
  it('resolves the name once, without its final dot, and returns every address', async () => {
    const asked: string[] = [];
    const resolver: Resolver = (hostname) => {
      asked.push(hostname);
      return answering('8.8.8.8', '2606:4700:4700::1111')(hostname, AbortSignal.abort());
    };
    expect(await checkUrl('https://hooks.example.com./', {}, resolver)).toMatchObject({
      ok: true,
      addresses: [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    });
    expect(asked).toEqual(['hooks.example.com']);
  });

  it('does not resolve a literal address, or a URL that is refused before', async () => {
    const never: Resolver = () => Promise.reject(new Error('asked'));
    expect(await checkUrl('https://8.8.8.8/', {}, never)).toMatchObject({
      ok: true,
      addresses: [{ address: '8.8.8.8', family: 4 }],
    });
    expect(await outcome('https://localhost/', {}, never)).toBe('blocked_host');
  });

  it('refuses a failed, empty, oversized or invalid DNS response', async () => {
    const raw = 'https://hooks.example.com/';
    const many = Array.from({ length: 33 }, (_, index) => `8.8.8.${index}`);
    expect(await outcome(raw, {}, answering())).toBe('dns_failed');
    expect(await outcome(raw, {}, answering(...many))).toBe('dns_failed');
    expect(await outcome(raw, {}, answering('8.8.8.8', '127.1'))).toBe('private_address');
    expect(await outcome(raw, {}, () => Promise.reject(new Error('SERVFAIL')))).toBe('dns_failed');
  });

  it('gives up on a slow resolver, and aborts it', async () => {
    const signals: AbortSignal[] = [];
    const stuck: Resolver = (_hostname, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    expect(await checkUrl('https://a.example/', {}, stuck, { timeoutMs: 30 })).toMatchObject({
      reason: 'dns_failed',
    });
    const abort = new AbortController();
    const aborted = checkUrl('https://b.example/', {}, stuck, { signal: abort.signal });
    abort.abort();
    expect(await aborted).toMatchObject({ reason: 'dns_failed' });
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  it('accepts DNS64 responses only if the policy allows NAT64', async () => {
    const resolver = answering('8.8.8.8', '64:ff9b::808:808');
    expect(await outcome('https://a.example/', {}, resolver)).toBe('private_address');
    expect(await outcome('https://a.example/', { nat64: true }, resolver)).toBe('ok');
    expect(await outcome('https://a.example/', { nat64: true }, answering('64:ff9b::7f00:1'))).toBe(
      'private_address',
    );
  });
});

describe('UrlRejectedError', () => {
  it('contains the reason of the refusal and no part of the URL', () => {
    const verdict = checkUrlSyntax('https://user:canary@example.com/');
    if (verdict.ok) throw new Error('it was let through');
    const error = new UrlRejectedError(verdict);
    expect(error).toMatchObject({
      name: 'UrlRejectedError',
      reason: 'credentials',
      message: verdict.message,
    });
    expect(error.message).not.toContain('canary');
  });
});
