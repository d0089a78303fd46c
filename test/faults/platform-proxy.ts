import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { Subject, WireCall } from '../platforms/contract-case.js';
import { forwardTo, openProxy, readAll, withAddress, writeAnswer, type Answer } from './passing.js';

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
  /** Whose token the call has; null where it has none, because an upload's URL stands for it. */
  accountId: string | null;
  text: string;
}

export interface PlatformProxyOptions {
  /** What is known of each platform's calls. */
  subjects: readonly Subject[];
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

const textsKept = 20_000;

/** Stands between workers and the simulated platforms, and lets calls fail at chosen points. */
export function createPlatformProxy(options: PlatformProxyOptions): PlatformProxy {
  const prepared = new Map<string, string>();
  const closers: (() => Promise<void>)[] = [];

  async function handle(worker: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const call = publishingCallOf(options.subjects, worker, incoming, body, prepared);
    const fault = call && options.decide(call);
    // What platforms hand out, such as an upload's address, leads through the door as well: its calls may publish.
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

/** The platform that a call is for, and the call below the platform's address. */
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

/** The sandbox's tokens name their account, wherever a platform has them sent. */
function accountOf({ headers, path, body }: WireCall): string | null {
  const sent = `${Object.values(headers).join(' ')} ${path} ${body}`;
  const encoded = /\bsandbox(?::|%3A)([^~\s"'&]+)/i.exec(sent)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}

/** A platform may name at publishing what was prepared, and have got the text with that alone. */
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
