import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformName } from '../../src/domain/platforms.js';

/** Where a call that makes something public goes wrong, seen from the worker that makes it. */
export type PlatformFault =
  /** The worker is killed with its request sent; the platform never sees it. */
  | 'kill-before-accept'
  /** The platform has published; the worker is killed before a byte of the answer reaches it. */
  | 'kill-after-accept'
  /** The worker is killed with half of the answer. */
  | 'kill-while-answering'
  /** The worker is killed with the whole answer, before or while it records it. */
  | 'kill-after-answer'
  | 'drop-before-accept'
  | 'drop-after-accept'
  | 'error-after-accept'
  | 'rate-limit';

export interface PublishingCall {
  worker: string;
  platform: PlatformName;
  text: string;
}

export interface PlatformProxyOptions {
  sandboxUrl: string;
  /** Asked once for each call that makes something public. */
  decide: (call: PublishingCall) => PlatformFault | undefined;
  /** Called while a call stands at the point of a `kill-` fault; the worker is to be gone when it resolves. */
  kill: (call: PublishingCall, fault: PlatformFault) => Promise<void>;
  /** Waited for before a `kill-after-answer` lets the answer go: it cannot be held once it is written. */
  beforeAnswer?: (call: PublishingCall) => Promise<void>;
}

export interface PlatformProxy {
  /** A door of its own for each worker, so that a call tells whose it is. */
  openFor: (worker: string) => Promise<string>;
  close: () => Promise<void>;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const forwardTimeoutMs = 20_000;
const textsKept = 20_000;

/** Stands between workers and the simulated platforms, and lets calls fail at chosen points. */
export function createPlatformProxy(options: PlatformProxyOptions): PlatformProxy {
  const containerTexts = new Map<string, string>();
  const closers: (() => Promise<void>)[] = [];

  async function handle(worker: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const call = publishingCallOf(worker, incoming, body, containerTexts);
    const fault = call && options.decide(call);
    const forward = (): Promise<Answer> => forwardTo(options.sandboxUrl, incoming, body);
    if (call === undefined || fault === undefined) {
      const answer = await forward();
      keepContainerText(incoming, body, answer, containerTexts);
      writeAnswer(outgoing, answer);
      return;
    }
    await inject({ fault, call, outgoing, forward, options });
  }

  return {
    async openFor(worker) {
      const server = createServer((incoming, outgoing) => {
        handle(worker, incoming, outgoing).catch(() => outgoing.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.push(
        () =>
          new Promise((resolve) => {
            server.close(() => {
              resolve();
            });
            server.closeAllConnections();
          }),
      );
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    close: async () => {
      await Promise.all(closers.map((close) => close()));
    },
  };
}

interface Injection {
  fault: PlatformFault;
  call: PublishingCall;
  outgoing: ServerResponse;
  forward: () => Promise<Answer>;
  options: PlatformProxyOptions;
}

async function inject({ fault, call, outgoing, forward, options }: Injection): Promise<void> {
  switch (fault) {
    case 'kill-before-accept':
      await options.kill(call, fault);
      outgoing.destroy();
      return;
    case 'drop-before-accept':
      outgoing.destroy();
      return;
    case 'kill-after-accept':
      await forward();
      await options.kill(call, fault);
      outgoing.destroy();
      return;
    case 'drop-after-accept':
      await forward();
      outgoing.destroy();
      return;
    case 'kill-while-answering': {
      const { status, headers, body } = await forward();
      outgoing.writeHead(status, headers);
      outgoing.write(body.subarray(0, Math.floor(body.length / 2)));
      await options.kill(call, fault);
      outgoing.destroy();
      return;
    }
    case 'kill-after-answer': {
      const answer = await forward();
      await options.beforeAnswer?.(call);
      writeAnswer(outgoing, answer);
      await options.kill(call, fault);
      return;
    }
    case 'error-after-accept':
      await forward();
      writeAnswer(outgoing, serverError);
      return;
    case 'rate-limit':
      writeAnswer(outgoing, tooManyRequests(call.platform));
  }
}

const json = { 'content-type': 'application/json' };
const serverError: Answer = {
  status: 500,
  headers: json,
  body: Buffer.from('{"error":"InternalServerError"}'),
};

function tooManyRequests(platform: PlatformName): Answer {
  const bodies: Partial<Record<PlatformName, object>> = {
    BLUESKY: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    THREADS: { error: { code: 4, message: 'Application request limit reached', type: 'OAuthException' } },
    X: { title: 'Too Many Requests', type: 'about:blank', status: 429 },
  };
  const body = Buffer.from(JSON.stringify(bodies[platform] ?? {}));
  return { status: 429, headers: { ...json, 'retry-after': '1' }, body };
}

const publishingPaths: readonly [RegExp, PlatformName][] = [
  [/^\/bluesky\/xrpc\/com\.atproto\.repo\.(createRecord|applyWrites)$/, 'BLUESKY'],
  [/^\/x\/2\/tweets$/, 'X'],
  [/^\/threads\/v1\.0\/[^/]+\/threads_publish$/, 'THREADS'],
];
const containerPath = /^\/threads\/v1\.0\/[^/]+\/threads$/;

function publishingCallOf(
  worker: string,
  { method, url }: IncomingMessage,
  body: Buffer,
  containerTexts: ReadonlyMap<string, string>,
): PublishingCall | undefined {
  const path = pathOf(url);
  const platform = method === 'POST' && publishingPaths.find(([pattern]) => pattern.test(path))?.[1];
  if (!platform) return undefined;
  return { worker, platform, text: textOf(platform, body.toString('utf8'), containerTexts) };
}

function textOf(platform: PlatformName, body: string, containerTexts: ReadonlyMap<string, string>): string {
  if (platform === 'THREADS')
    return containerTexts.get(new URLSearchParams(body).get('creation_id') ?? '') ?? '';
  const parsed = JSON.parse(body) as { text?: string; record?: { text?: string } };
  return parsed.text ?? parsed.record?.text ?? '';
}

/** Threads names the container when it publishes, and the text only when the container is made. */
function keepContainerText(
  { method, url }: IncomingMessage,
  body: Buffer,
  answer: Answer,
  texts: Map<string, string>,
): void {
  if (method !== 'POST' || answer.status !== 200 || !containerPath.test(pathOf(url))) return;
  const { id } = JSON.parse(answer.body.toString('utf8')) as { id?: string };
  if (id !== undefined) texts.set(id, new URLSearchParams(body.toString('utf8')).get('text') ?? '');
  if (texts.size > textsKept) for (const oldest of texts.keys()) return void texts.delete(oldest);
}

const pathOf = (url = '/'): string => url.split('?', 1)[0] ?? '/';

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function forwardTo(sandboxUrl: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = incoming;
  const kept = without(headers, ['connection', 'host']);
  return new Promise((resolve, reject) => {
    const upstream = httpRequest(
      `${sandboxUrl}${url}`,
      { method, headers: kept, agent: false, timeout: forwardTimeoutMs },
      (response) => {
        readAll(response).then((bytes) => {
          const answerHeaders = without(response.headers, ['connection', 'transfer-encoding']);
          resolve({ status: response.statusCode ?? 502, headers: answerHeaders, body: bytes });
        }, reject);
      },
    );
    upstream.once('timeout', () => upstream.destroy(new Error('the sandbox did not answer')));
    upstream.once('error', reject);
    upstream.end(body);
  });
}

function without(headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function writeAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, 'content-length': body.length });
  outgoing.end(body);
}
