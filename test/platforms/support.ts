import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../src/domain/json.js';
import { classOf } from '../../src/domain/media-rules.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { SafeFetch } from '../../src/egress/safe-fetch.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { readSettings, type PlatformDefinition } from '../../src/platforms/kit/definition.js';
import type { PlatformFailure, Published } from '../../src/platforms/kit/failure.js';
import type {
  CommitAnswer,
  Platform,
  PlatformRegistry,
  Publication,
} from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';

export function connector(platforms: PlatformRegistry, name: PlatformName): Platform {
  const platform = platforms.get(name);
  if (platform === undefined) throw new Error(`No connector for ${name}.`);
  return platform;
}

interface ConnectorOptions {
  fetch: SafeFetch;
  now?: () => Date;
  /** The environment variables of the platform. */
  env?: Readonly<Record<string, string>>;
}

/** Creates the connector of one platform. */
export function connectorOf(
  definition: PlatformDefinition,
  { fetch, now = () => new Date(), env = {} }: ConnectorOptions,
): Platform {
  const platforms = createPlatforms({
    definitions: [definition],
    fetchFor: () => fetch,
    clock: { now },
    settings: readSettings([definition], env),
  });
  return connector(platforms, definition.name);
}

export function textPost(text: string, more: Partial<Publication> = {}): Publication {
  const key = { id: randomUUID(), createdAt: new Date() };
  return {
    key,
    text,
    options: null,
    replyTo: null,
    media: [],
    optionMedia: {},
    ...more,
    mediaClasses: (more.media ?? []).map(({ kind }) => classOf({ kind, frameCount: null })),
  };
}

/** Prepares, and returns the state. The test fails if the step is not prepared. */
export async function prepared(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null = null,
): Promise<JsonObject> {
  const answer = await platform.prepare(session, publication, earlier);
  if (answer.kind !== 'prepared') throw new Error(`Not prepared: ${JSON.stringify(answer)}`);
  return answer.state;
}

/** Prepares, checks the readiness and commits, as the publish protocol does. */
export async function publish(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
): Promise<{ answer: CommitAnswer; state: JsonObject }> {
  const state = await prepared(platform, session, publication);
  const ready = await platform.checkReadiness(session, publication, state);
  if (ready.kind !== 'ready') throw new Error(`Not ready: ${JSON.stringify(ready)}`);
  return { answer: await platform.commit(session, publication, state), state };
}

export function published(answer: CommitAnswer): Published {
  if (answer.kind !== 'published') throw new Error(`Not published: ${JSON.stringify(answer)}`);
  return answer.published;
}

export function failed(answer: { kind: string }): PlatformFailure {
  if (!('message' in answer)) throw new Error(`Not a failure: ${JSON.stringify(answer)}`);
  return answer as PlatformFailure;
}

export interface StubRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface StubAnswer {
  status: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON, and a string unchanged. */
  body?: unknown;
}

export interface Stub extends AsyncDisposable {
  url: string;
  requests: StubRequest[];
}

/** Starts a server on loopback that responds as the test says. */
export async function startStub(answer: (request: StubRequest) => StubAnswer): Promise<Stub> {
  const requests: StubRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      const { status, headers: more, body = '' } = answer(request);
      outgoing.writeHead(status, { 'content-type': 'application/json', ...more });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns a URL at which no server listens any more. */
export async function deadUrl(): Promise<string> {
  const stub = await startStub(() => ({ status: 200 }));
  await stub[Symbol.asyncDispose]();
  return stub.url;
}
