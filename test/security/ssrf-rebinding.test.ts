import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch } from '../../src/egress/guarded-fetch.js';
import { createDnsResolver } from '../../src/egress/resolver.js';
import { UrlRejectedError, type EgressPolicy } from '../../src/egress/url-guard.js';
import { startDnsServer, type DnsQuestion } from './dns-server.js';
import { openCanary, serveAt, serveHttp, type LoopbackServer } from './loopback.js';

const tries = 1_000;
const atOnce = 25;
/** The test's name server returns this address, but nothing may connect to it. */
const publicV6 = '2001:4860:4860::8888';

let canary: LoopbackServer;
beforeAll(async () => {
  canary = await openCanary();
});
afterAll(() => canary[Symbol.asyncDispose]());

async function inBatches(work: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < tries; start += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, (_, offset) => work(start + offset)));
  }
}

const countsByName = (questions: DnsQuestion[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const { name, type } of questions) {
    counts.set(`${name} ${type}`, (counts.get(`${name} ${type}`) ?? 0) + 1);
  }
  return new Set([...counts].map(([question, count]) => `${question.split(' ')[1]}: ${count}`));
};

const createGuard = (server: string, policy: EgressPolicy) =>
  createGuardedFetch({ policy, resolver: createDnsResolver({ servers: [server] }) });

describe('DNS rebinding', () => {
  it('is prevented by one query of each type, and a connection to its result', async () => {
    await using receiver = await serveHttp((_request, response) => response.end('vetted'));
    // A second query would return the address of this server, which uses the same port.
    await using second = await serveAt(createServer(), '::1', receiver.port).catch(() =>
      serveAt(createServer(), '127.0.0.2', receiver.port),
    );
    const asked = new Set<string>();
    await using dns = await startDnsServer(({ name, type }) => {
      const first = !asked.has(`${name}${type}`);
      asked.add(`${name}${type}`);
      if (type === 'A') return first ? ['127.0.0.1'] : ['127.0.0.2'];
      return first ? [] : ['::1'];
    });
    await using guarded = createGuard(dns.address, { allowCidrs: ['127.0.0.1/32'] });
    const bodies = new Set<string>();
    await inBatches(async (index) => {
      const url = `http://try-${index}.rebind.example:${receiver.port}/`;
      bodies.add((await guarded({ url, method: 'POST', body: 'x' })).body);
    });
    expect([...bodies]).toEqual(['vetted']);
    expect(receiver.accepted()).toBe(tries);
    expect(second.accepted()).toBe(0);
    expect(dns.questions).toHaveLength(2 * tries);
    expect(countsByName(dns.questions)).toEqual(new Set(['A: 1', 'AAAA: 1']));
  });

  it('cannot use an earlier check for a request that reaches loopback', async () => {
    const asked = new Set<string>();
    await using dns = await startDnsServer(({ name, type }) => {
      const first = !asked.has(`${name}${type}`);
      asked.add(`${name}${type}`);
      if (type === 'AAAA') return first ? [publicV6] : [];
      return first ? ['8.8.8.8'] : ['127.0.0.1'];
    });
    await using guarded = createGuard(dns.address, { ports: 'any', allowHttp: true });
    const outcomes = new Set<string>();
    await inBatches(async (index) => {
      const url = `http://try-${index}.rebind.example:${canary.port}/`;
      expect(await guarded.check(url)).toMatchObject({ ok: true });
      const error = await guarded({ url, method: 'POST', body: 'x' }).catch((caught: unknown) => caught);
      outcomes.add(error instanceof UrlRejectedError ? error.reason : String(error));
    });
    expect([...outcomes]).toEqual(['private_address']);
    expect(countsByName(dns.questions)).toEqual(new Set(['A: 2', 'AAAA: 2']));
    expect(canary.accepted()).toBe(0);
  });
});

describe('a DNS response with public and other addresses', () => {
  it.each([
    { name: 'public first', a: ['8.8.8.8', '127.0.0.1'], aaaa: [] },
    { name: 'loopback first', a: ['127.0.0.1', '8.8.8.8'], aaaa: [] },
    { name: 'a private one among many', a: ['8.8.8.8', '8.8.4.4', '10.0.0.1', '1.1.1.1'], aaaa: [] },
    { name: 'public IPv4, loopback IPv6', a: ['8.8.8.8'], aaaa: ['::1'] },
    { name: 'public IPv6, loopback IPv4', a: ['127.0.0.1'], aaaa: [publicV6] },
    { name: 'a metadata service', a: ['8.8.8.8', '168.63.129.16'], aaaa: [] },
  ])('is refused: $name', async ({ a, aaaa }) => {
    await using dns = await startDnsServer(({ type }) => (type === 'A' ? a : aaaa));
    await using guarded = createGuard(dns.address, { ports: 'any', allowHttp: true });
    const url = `http://mixed.example:${canary.port}/`;
    const error = await guarded({ url, method: 'GET' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'UrlRejectedError', reason: 'private_address' });
    expect(dns.questions).toHaveLength(2);
    expect(canary.accepted()).toBe(0);
  });

  it('is allowed if the policy allows each of its addresses', async () => {
    await using dns = await startDnsServer(({ type }) =>
      type === 'A' ? ['8.8.8.8', '10.1.2.3'] : [publicV6],
    );
    await using guarded = createGuard(dns.address, { allowCidrs: ['10.0.0.0/8'] });
    expect(await guarded.check('https://mixed.example/')).toMatchObject({ ok: true });
    expect(await guarded.check('http://mixed.example/')).toMatchObject({ ok: false, reason: 'scheme' });
    expect(await guarded.check('https://mixed.example:8443/')).toMatchObject({ ok: false, reason: 'port' });
  });
});

describe('a host name', () => {
  it('is refused if it has no DNS records, or if the server does not respond in time', async () => {
    await using empty = await startDnsServer(() => []);
    await using guarded = createGuard(empty.address, {});
    expect(await guarded.check('https://nobody.example/')).toMatchObject({ ok: false, reason: 'dns_failed' });

    await using silent = await startDnsServer(() => null);
    await using waiting = createGuard(silent.address, {});
    const startedAtMs = performance.now();
    // A timer of the same length shows how late timers are on this machine.
    const timerMs = delay(300).then(() => performance.now() - startedAtMs);
    const error = await waiting({ url: 'https://silent.example/', method: 'GET', timeoutMs: 300 }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ name: 'UrlRejectedError', reason: 'dns_failed' });
    expect(performance.now() - startedAtMs).toBeLessThan(1_700 + (await timerMs));
  });

  it('is accepted with addresses of one family only', async () => {
    await using receiver = await serveHttp((_request, response) => response.end('v4'));
    await using dns = await startDnsServer(({ type }) => (type === 'A' ? ['127.0.0.1'] : []));
    await using guarded = createGuard(dns.address, { allowCidrs: ['127.0.0.1/32'] });
    const url = `http://v4only.example:${receiver.port}/`;
    expect((await guarded({ url, method: 'GET' })).body).toBe('v4');
  });
});
