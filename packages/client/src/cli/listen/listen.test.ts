import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback } from '../../../testing/loopback.js';
import { openTerminal, type TestTerminal } from '../../../testing/terminal.js';
import { verifyWebhook } from '../../webhooks.js';
import { signedHeaders } from './forward.js';
import type { EndpointDesk, EndpointInput } from './desk.js';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const ownSecret = 'whsec_HxAREhMUFRYXGBkaGxwdHh8AAQIDBAUGBwgJCgsMDQ4=';
const event = { id: 'evt_1', type: 'post.published', data: { post: { id: 'post_1', caption: 'Grüße ✓' } } };
const received = { id: event.id, body: JSON.stringify(event) };

let loopback: Loopback;
let terminal: TestTerminal;
let program: Server;
let programUrl: string;
/** The requests to the developer's program, and how it responds. */
let forwarded: { body: string; headers: IncomingHttpHeaders }[];
let programStatus: number;
let interruption: AbortController;

beforeEach(async () => {
  [loopback, forwarded, programStatus] = [await startLoopback(), [], 200];
  terminal = openTerminal(loopback);
  interruption = new AbortController();
  program = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      forwarded.push({ body, headers: request.headers });
      response.writeHead(programStatus).end();
    });
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  programUrl = `http://127.0.0.1:${(program.address() as AddressInfo).port}/hooks`;
});
afterEach(async () => {
  terminal.remove();
  program.closeAllConnections();
  await new Promise((resolve) => program.close(resolve));
  await loopback.close();
});

describe('webhooks listen at a server that can send the events here', () => {
  let removed: string[];
  let created: EndpointInput[];

  /** Runs the command, sends one delivery signed with each of these secrets, and ends it. Returns the statuses. */
  async function listen(args: string[], secrets: string[]) {
    [removed, created] = [[], []];
    const statuses: number[] = [];
    const desk: EndpointDesk = {
      create: (input) => {
        created.push(input);
        setTimeout(() => void deliver(input.url), 0);
        return Promise.resolve({ id: 'whe_1', secret });
      },
      remove: (id) => {
        removed.push(id);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
      pull: null,
    };
    const deliver = async (url: string): Promise<void> => {
      for (const signedWith of secrets) {
        const headers = signedHeaders(received, signedWith, Date.now());
        statuses.push((await fetch(url, { method: 'POST', headers, body: received.body })).status);
      }
      interruption.abort();
    };
    const ran = await terminal.run(['webhooks', 'listen', ...args], {
      interruption: interruption.signal,
      openDesk: () => Promise.resolve(desk),
    });
    return { ...ran, statuses };
  }

  it('prints and forwards each event with a valid signature, and returns the response', async () => {
    programStatus = 503;
    const { code, stdout, stderr, statuses } = await listen(['--forward-to', programUrl], [secret]);
    expect([code, statuses, removed]).toEqual([0, [503], ['whe_1']]);
    expect(stdout).toMatch(/^post\.published {2}evt_1 {2}post_1 {2}-> 503 in \d+ ms\n$/);
    expect(stderr).toContain(`Signing secret: ${secret}`);
    const [{ body, headers }] = forwarded as [(typeof forwarded)[0]];
    expect(verifyWebhook({ body, headers, secrets: secret })).toEqual(event);
    expect(verifyWebhook({ body, headers, secrets: secret, scheme: 'service' })).toEqual(event);
    expect(created).toMatchObject([{ events: null, description: /^punctual webhooks listen on / }]);
  });

  it('signs with the secret of the environment, and subscribes to the types that are named', async () => {
    terminal.env['PUNCTUAL_WEBHOOK_SECRET'] = ownSecret;
    await listen(['--forward-to', programUrl, '--events', 'post.failed,post.scheduled'], [secret]);
    const [{ body, headers }] = forwarded as [(typeof forwarded)[0]];
    expect(verifyWebhook({ body, headers, secrets: ownSecret })).toEqual(event);
    expect(created[0]?.events).toEqual(['post.failed', 'post.scheduled']);
  });

  it('refuses a delivery with another signature, and forwards nothing', async () => {
    const { stdout, statuses } = await listen(['--forward-to', programUrl], [ownSecret]);
    expect([stdout, statuses, forwarded]).toEqual(['', [401], []]);
  });

  it('accepts an event that is only printed, and asks for an event again that no program has received', async () => {
    const printed = await listen(['--json'], [secret]);
    expect([printed.statuses, JSON.parse(printed.stdout) as unknown]).toEqual([
      [204],
      { event, forwarded: null },
    ]);
    interruption = new AbortController();
    const lost = await listen(['--forward-to', '1', '--json'], [secret]);
    expect(lost.statuses).toEqual([502]);
    expect(JSON.parse(lost.stdout)).toMatchObject({ event, forwarded: { status: null } });
  });

  it.each([
    [['--forward-to', 'ftp://x'], {}, 'Write a URL such as'],
    [['--forward-to', 'http://u:p@localhost'], {}, 'without a password'],
    [[], { PUNCTUAL_WEBHOOK_SECRET: 'secret' }, 'PUNCTUAL_WEBHOOK_SECRET must be'],
  ])('refuses %j with the variables %j before it creates anything', async (args, variables, message) => {
    terminal.env = { ...terminal.env, ...variables };
    const { code, stderr } = await listen(args, []);
    expect([code, created]).toEqual([2, []]);
    expect(stderr).toContain(message);
  });
});

describe('webhooks listen at any other server', () => {
  const cookie = '__Host-punctual_session=abc';
  const ok = (body: object, headers: Record<string, string> = {}) => ({ status: 200, body, headers });
  const link = (origin: string): string => `${origin}/sign-in#token=once\n`;

  it('signs a person in, and reads the events of an endpoint to which nothing is sent', async () => {
    const { origin } = new URL(loopback.baseUrl);
    loopback.replies = [
      ok({}, { 'set-cookie': `${cookie}; Path=/; HttpOnly` }),
      ok({ data: [{ id: 'ws_1', name: 'One' }], nextCursor: null }),
      failure(400, 'URL_REJECTED', { reason: 'not_https' }),
      { status: 201, body: { id: 'whe_1', secret } },
      ok({}),
      ok({ data: [{ id: 'whd_1' }], nextCursor: null }),
      ok({ id: 'whd_1', eventId: event.id, payload: event }),
    ];
    const { code, stdout } = await terminal.run(
      ['webhooks', 'listen', '--forward-to', programUrl, '--json'],
      {
        input: link(origin),
        interruption: interruption.signal,
        onOutput: () => {
          interruption.abort();
        },
      },
    );
    expect([code, (JSON.parse(stdout) as { event: unknown }).event]).toEqual([0, event]);
    const [{ body, headers }] = forwarded as [(typeof forwarded)[0]];
    expect(verifyWebhook({ body, headers, secrets: secret })).toEqual(event);
    const endpoints = '/api/v1/workspaces/ws_1/webhook-endpoints';
    expect(loopback.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/auth/one-time-sign-in',
      'GET /api/v1/workspaces?limit=20',
      `POST ${endpoints}`,
      `POST ${endpoints}`,
      `PATCH ${endpoints}/whe_1`,
      `GET ${endpoints}/whe_1/deliveries?limit=100`,
      `GET ${endpoints}/whe_1/deliveries/whd_1`,
      `DELETE ${endpoints}/whe_1`,
      'POST /api/v1/auth/sign-out',
    ]);
    const sent = loopback.received.map(({ headers: each }) => [each.cookie, each.authorization, each.origin]);
    expect(sent[0]).toEqual([undefined, undefined, origin]);
    expect(sent.slice(1)).toEqual(sent.slice(1).map(() => [cookie, undefined, origin]));
    expect(JSON.parse(loopback.received[3]?.body ?? '')).toMatchObject({
      url: expect.stringMatching(`^${origin}/webhooks-listen/`) as unknown,
    });
    expect(JSON.parse(loopback.received[4]?.body ?? '')).toEqual({ status: 'DISABLED' });
  });

  it('ends the session if it cannot start listening', async () => {
    const { origin } = new URL(loopback.baseUrl);
    const data = [1, 2].map((count) => ({ id: `ws_${count}`, name: `W${count}` }));
    loopback.replies = [ok({}, { 'set-cookie': `${cookie}; Path=/` }), ok({ data, nextCursor: null })];
    const { code, stderr } = await terminal.run(['webhooks', 'listen'], { input: link(origin) });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name one with --workspace') as unknown]);
    expect(loopback.received.at(-1)?.url).toBe('/api/v1/auth/sign-out');
  });

  it.each([
    ['', 'There is no sign-in link'],
    [link('https://elsewhere.example'), 'The sign-in link is for https://elsewhere.example'],
    ['ada@example.com\n', 'standard input must be a sign-in link'],
  ])('refuses %j in place of a sign-in link, without a request', async (input, message) => {
    const { code, stderr } = await terminal.run(['webhooks', 'listen'], { input });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(loopback.received).toEqual([]);
  });
});
