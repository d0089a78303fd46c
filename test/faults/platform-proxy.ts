import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Subject, WireCall } from '../platforms/contract-case.js';
import { forwardTo, openProxy, readAll, withAddress, writeAnswer, type Answer } from './passing.js';

/** Where a publishing call fails, seen from the worker that makes it. */
export type PlatformFault =
  /** The worker is killed after it has sent its request, which the platform never receives. */
  | 'kill-before-accept'
  /** The platform has published. The worker is killed before it receives a byte of the response. */
  | 'kill-after-accept'
  /** The worker is killed after half of the response. */
  | 'kill-while-answering'
  /** The worker is killed after the whole response, before or while it records it. */
  | 'kill-after-answer'
  | 'drop-before-accept'
  | 'drop-after-accept'
  | 'error-after-accept'
  | 'rate-limit';

export interface PublishingCall {
  worker: string;
  platform: PlatformName;
  /** The account of the call's token; null for an upload URL, which needs no token. */
  accountId: string | null;
  text: string;
}

export interface PlatformProxyOptions {
  /** How to recognize each platform's calls. */
  subjects: readonly Subject[];
  sandboxUrl: string;
  /** Called once for each publishing call. */
  decide: (call: PublishingCall) => PlatformFault | undefined;
  /** Called when a call reaches the point of a `kill-` fault. The worker must be gone when it resolves. */
  kill: (call: PublishingCall, fault: PlatformFault) => Promise<void>;
  /** Awaited before `kill-after-answer` forwards the response, which cannot be held once it is written. */
  beforeAnswer?: (call: PublishingCall) => Promise<void>;
}

export interface PlatformProxy {
  /** A separate proxy for each worker, so that calls can be attributed. */
  openFor: (worker: string) => Promise<string>;
  close: () => Promise<void>;
}

const textsKept = 20_000;

/** A proxy between workers and the simulated platforms that makes calls fail at chosen points. */
export function createPlatformProxy(options: PlatformProxyOptions): PlatformProxy {
  const prepared = new Map<string, string>();
  const closers: (() => Promise<void>)[] = [];

  async function handle(worker: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const call = publishingCallOf(options.subjects, worker, incoming, body, prepared);
    const fault = call && options.decide(call);
    // URLs that platforms return, such as upload URLs, lead through the proxy too: calls to them may publish.
    const proxyUrl = `http://${incoming.headers.host ?? ''}`;
    const forward = async (): Promise<Answer> =>
      withAddress(await forwardTo(options.sandboxUrl, incoming, body), options.sandboxUrl, proxyUrl);
    if (call === undefined || fault === undefined) {
      const answer = await forward();
      keepPreparedText(options.subjects, incoming, body, answer, prepared);
      writeAnswer(outgoing, answer);
      return;
    }
    await inject({ fault, call, outgoing, forward, options });
  }

  return {
    async openFor(worker) {
      const { url, close } = await openProxy((incoming, outgoing) => handle(worker, incoming, outgoing));
      closers.push(close);
      return url;
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
      writeAnswer(outgoing, tooManyRequests(options.subjects, call.platform));
  }
}

const json = { 'content-type': 'application/json' };
const serverError: Answer = {
  status: 500,
  headers: json,
  body: Buffer.from('{"error":"InternalServerError"}'),
};

function tooManyRequests(subjects: readonly Subject[], platform: PlatformName): Answer {
  const subject = subjects.find(({ definition }) => definition.name === platform);
  const body = Buffer.from(JSON.stringify(subject?.contract.rateLimitBody ?? {}));
  return { status: 429, headers: { ...json, 'retry-after': '1' }, body };
}

/** The platform of a call, and the path below the platform's URL. */
function routeOf(
  subjects: readonly Subject[],
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): { subject: Subject; call: WireCall } | undefined {
  const subject = subjects.find(({ simulator }) => url.startsWith(`/${simulator.path}/`));
  if (subject === undefined) return undefined;
  const path = url.slice(subject.simulator.path.length + 1);
  return { subject, call: { method, path, headers, body: body.toString('utf8') } };
}

function publishingCallOf(
  subjects: readonly Subject[],
  worker: string,
  incoming: IncomingMessage,
  body: Buffer,
  prepared: ReadonlyMap<string, string>,
): PublishingCall | undefined {
  const route = routeOf(subjects, incoming, body);
  if (route === undefined) return undefined;
  const { definition, contract } = route.subject;
  if (!contract.wire.isPublishing(route.call)) return undefined;
  const text = contract.wire.textOf(route.call, prepared);
  return { worker, platform: definition.name, accountId: accountOf(route.call), text };
}

/** The sandbox's tokens contain their account, wherever they are sent. */
function accountOf({ headers, path, body }: WireCall): string | null {
  const sent = `${Object.values(headers).join(' ')} ${path} ${body}`;
  const encoded = /\bsandbox(?::|%3A)([^~\s"'&]+)/i.exec(sent)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

/** A publishing call may only refer to what was prepared, with the text in an earlier call. */
function keepPreparedText(
  subjects: readonly Subject[],
  incoming: IncomingMessage,
  body: Buffer,
  answer: Answer,
  texts: Map<string, string>,
): void {
  const route = routeOf(subjects, incoming, body);
  const kept = route?.subject.contract.wire.prepares?.(route.call, {
    ...answer,
    body: answer.body.toString('utf8'),
  });
  if (kept === undefined) return;
  texts.set(kept.id, kept.text);
  if (texts.size > textsKept) for (const oldest of texts.keys()) return void texts.delete(oldest);
}
