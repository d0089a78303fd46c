import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createDnsResolver } from '../../src/egress/resolver.js';
import { UrlRejectedError, urlRejectReasons, type EgressPolicy } from '../../src/egress/url-guard.js';
import { startDnsServer, type DnsServer } from './dns-server.js';
import { openCanary, serveHttp, type LoopbackServer } from './loopback.js';

interface HostileUrl {
  /** The URL, in which `{port}` is replaced by the port of the canary. */
  url: string;
  /** The reason for the refusal under the default policy. */
  reason: string;
  /**
   * The reason if http and every port are allowed, so that only the host and its address count. Default: the same
   * reason.
   */
  loose?: string;
  note: string;
}

const corpus = JSON.parse(
  readFileSync(new URL('hostile-urls.json', import.meta.url), 'utf8'),
) as HostileUrl[];

let canary: LoopbackServer;
let dns: DnsServer;
beforeAll(async () => {
  canary = await openCanary();
  // This is the worst name server: each of its names resolves to this machine.
  dns = await startDnsServer(({ type }) => (type === 'A' ? ['127.0.0.1'] : ['::1']));
});
afterAll(async () => {
  await canary[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});

async function refusalOf(url: string, policy: EgressPolicy): Promise<string> {
  await using guarded = createGuardedFetch({
    policy,
    resolver: createDnsResolver({ servers: [dns.address] }),
  });
  const [fetched, checked] = await Promise.all([
    guarded({ url, method: 'POST', body: 'x', timeoutMs: 4_000 }).catch((error: unknown) => error),
    guarded.check(url),
  ]);
  if (!(fetched instanceof UrlRejectedError)) return `not refused: ${String(fetched)}`;
  const checkedReason = checked.ok ? 'allowed' : checked.reason;
  return fetched.reason === checkedReason
    ? fetched.reason
    : `${fetched.reason}, but checked ${checkedReason}`;
}

const ownHosts = ['punctual.example.com'];
const policies = [
  { name: 'the default policy', policy: { ownHosts }, expected: (entry: HostileUrl) => entry.reason },
  {
    name: 'http and every port allowed',
    policy: { ownHosts, ports: 'any', allowHttp: true } satisfies EgressPolicy,
    expected: (entry: HostileUrl) => entry.loose ?? entry.reason,
  },
];

describe.each(policies)('hostile URLs, $name', ({ policy, expected }) => {
  it('are each refused with the right reason, when registered and when fetched, and nothing is requested', async () => {
    const wrong: string[] = [];
    for (const entry of corpus) {
      const reason = await refusalOf(entry.url.replaceAll('{port}', String(canary.port)), policy);
      if (reason !== expected(entry)) wrong.push(`${JSON.stringify(entry.url)} (${entry.note}): ${reason}`);
    }
    expect(wrong).toEqual([]);
    expect(canary.accepted()).toBe(0);
  });
});

describe('the corpus of URLs', () => {
  it('is large, has no repeats, and covers each reason except a DNS failure', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map((entry) => entry.url)).size).toBe(corpus.length);
    const reasons = new Set(corpus.map((entry) => entry.reason));
    expect(urlRejectReasons.filter((reason) => !reasons.has(reason))).toEqual(['dns_failed']);
  });

  it('would reveal a missing check: if loopback is allowed, a receiver on it is reached', async () => {
    await using receiver = await serveHttp((_request, response) => response.end('here'));
    await using guarded = createGuardedFetch({
      policy: { allowCidrs: ['127.0.0.0/8', '::1/128'] },
      resolver: createDnsResolver({ servers: [dns.address] }),
    });
    const request = { url: `http://127.1:${receiver.port}/`, method: 'GET' } as const;
    expect(await guarded(request)).toMatchObject({ status: 200, body: 'here' });
    expect(receiver.accepted()).toBe(1);
  });
});

describe('a refusal of a URL', () => {
  it('is the same for an open and a closed port', async () => {
    const gone = await openCanary();
    await gone[Symbol.asyncDispose]();
    await using guarded = createGuardedFetch({ policy: { ports: 'any', allowHttp: true } });
    const answers = await Promise.all(
      [canary.port, gone.port].map((port) =>
        guarded({ url: `http://127.0.0.1:${port}/`, method: 'GET' }).catch((error: unknown) => error),
      ),
    );
    expect(answers[0]).toBeInstanceOf(UrlRejectedError);
    expect(answers[0]).toEqual(answers[1]);
    expect(canary.accepted()).toBe(0);
  });

  it('does not repeat the URL or its resolved address', async () => {
    await using guarded = createGuardedFetch({ resolver: createDnsResolver({ servers: [dns.address] }) });
    const verdict = await guarded.check('https://secret-name.example.com/token-canary');
    expect(verdict).toMatchObject({ ok: false, reason: 'private_address' });
    expect(JSON.stringify(verdict)).not.toMatch(/secret-name|token-canary|127\.0|::1/);
  });
});

describe('a proxy in the environment', () => {
  it('is ignored', async () => {
    await using receiver = await serveHttp((_request, response) => response.end('direct'));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${canary.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    try {
      await using guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.1/32'] } });
      const answer = await guarded({ url: `http://127.0.0.1:${receiver.port}/`, method: 'GET' });
      expect(answer.body).toBe('direct');
    } finally {
      vi.unstubAllEnvs();
    }
    expect(canary.accepted()).toBe(0);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is returned with %d and not followed', async (status) => {
    await using receiver = await serveHttp((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${canary.port}/` }).end();
    });
    await using guarded = createGuardedFetch({ policy: { allowCidrs: ['127.0.0.0/8'] } });
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect((await guarded({ url, method: 'POST', body: 'x' })).status).toBe(status);
    expect((await guarded({ url, method: 'GET' })).status).toBe(status);
    expect(receiver.accepted()).toBe(2);
    expect(canary.accepted()).toBe(0);
  });
});
