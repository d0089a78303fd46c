import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect } from 'vitest';
import { createApi, type Api } from '../../src/api/app.js';
import { postResource } from '../../src/api/routes/posts/schema.js';
import { noBilling } from '../../src/billing/billing.js';
import { createVault } from '../../src/config/secrets.js';
import { openDb } from '../../src/db/client.js';
import { newId } from '../../src/ids.js';
import { createLogger } from '../../src/log.js';
import { noMetrics } from '../../src/observability/metrics.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { createClientCache } from '../../src/services/apps/create-client-cache.js';
import { createChoices } from '../../src/services/choices/create-choices.js';
import { createChangeStreams } from '../../src/services/change-streams/create-change-streams.js';
import { createSearchTurns } from '../../src/services/posts/search-turns.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { createQuotaHeadroomCache } from '../../src/services/shared/limits/quota-headroom.js';
import { createServiceClock } from '../../src/services/shared/clocks/due-clock.js';
import { createInstallationReader } from '../../src/services/shared/installation.js';
import { overrideDeps, type DepsOverrides } from '../../src/services/shared/override-deps.js';
import { createRateLimiter } from '../../src/services/rate-limits/limiter.js';
import { createShiftedClock, type ShiftedClock } from './clock.js';
import { optionsSchemas } from './description.js';
import { createTestMedia } from './media.js';
import { createTestDatabase } from './postgres.js';
import { createRecordingStarter, type RecordingStarter } from './recording-starter.js';

export interface TestApi {
  url: string;
  databaseUrl: string;
  api: Api;
  deps: ServiceDeps;
  starter: RecordingStarter;
  clock: ShiftedClock;
  /** Every line that was logged, as written. */
  logLines: string[];
  /** The folder with the bytes of media. */
  mediaFolder: string;
  close: () => Promise<void>;
}

export interface TestApiOptions {
  /** The database of another test API, for a second process on the same one. Default: a new one. */
  databaseUrl?: string;
  trustProxyHops?: number;
  unauthorizedPerMinuteMax?: number | null;
  /** The origin, as PUBLIC_URL sets it. Default: none, as in development. */
  publicOrigin?: string;
}

/** The limits are far above what a test needs, so that the limiter runs in every test but never refuses a request. */
const rateLimitsOfTests = { burst: 1_000_000, sustained: 1_000_000 };

/** A hash takes one millisecond. The real cost is tested beside the hash. */
export const passwordCostOfTests = { log2N: 10, r: 8, p: 1 };

/** The real application over real HTTP, with its own database. Only Temporal is replaced, at its port. */
export async function startTestApi(
  overrides: DepsOverrides = {},
  options: TestApiOptions = {},
): Promise<TestApi> {
  const { databaseUrl, publicOrigin, trustProxyHops = 0, unauthorizedPerMinuteMax = null } = options;
  const database =
    databaseUrl === undefined
      ? await createTestDatabase()
      : { url: databaseUrl, drop: () => Promise.resolve() };
  const { db, close: closeDb } = openDb({ url: database.url, connectionsMax: 10 });
  const clock = createShiftedClock();
  const starter = createRecordingStarter();
  const logLines: string[] = [];
  const log = createLogger({ level: 'debug', name: 'test' }, { write: (line) => void logLines.push(line) });
  const media = createTestMedia(clock);
  let publicUrl = 'http://127.0.0.1';
  const own: ServiceDeps = {
    media: media.deps,
    db,
    clock,
    newId,
    log,
    metrics: noMetrics,
    limiter: createRateLimiter({ limits: rateLimitsOfTests, metrics: noMetrics, log }),
    billing: noBilling,
    vault: createVault([{ id: 'test', key: randomBytes(32) }]),
    platforms: createPlatforms({
      definitions: platformDefinitions,
      fetchFor: () => () => Promise.reject(new Error('The API must not call a platform.')),
      clock,
    }),
    choices: createChoices(clock),
    searches: createSearchTurns(),
    changeStreams: createChangeStreams({ db, clock, log }),
    connect: {
      publicUrl: () => publicUrl,
      returnOrigins: [],
      hasSandbox: () => false,
      names: new Map(platformDefinitions.map(({ name, path, label }) => [name, { path, label }])),
    },
    starter,
    installation: createInstallationReader(db),
    runUrlTemplate: null,
    cursorKey: randomBytes(32),
    retention: { auditLog: 400, revokedKeys: 400, deletedPosts: 31, posts: 0, comments: 0, metrics: 0 },
    signUp: {
      policy: 'invited',
      setUpToken: null,
      defaultPlan: 'SELF_HOSTED',
      passwordCost: passwordCostOfTests,
    },
    workspaces: { creation: 'owners', perUserMax: 100 },
    webhooks: {
      fetch: Object.assign(() => Promise.reject(new Error('The API must not send a webhook.')), {
        check: () => Promise.reject(new Error('The API must not check an address.')),
      }),
    },
    apps: {
      fetch: () => Promise.reject(new Error('The API must not fetch a document.')),
      clients: createClientCache(clock),
      registrationKeys: [randomBytes(32)],
    },
    publishing: {
      platformBaseUrl: () => 'http://platform.invalid',
      dueClock: createServiceClock(clock),
      quotaHeadroom: createQuotaHeadroomCache(),
      replyWaitMs: 0,
    },
  };
  const deps = overrideDeps(own, overrides);
  const api = createApi({
    deps,
    optionsSchemas,
    validateResponses: true,
    trustProxyHops,
    unauthorizedPerMinuteMax,
    ...(publicOrigin === undefined ? {} : { publicOrigin }),
  });
  const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  publicUrl = `http://127.0.0.1:${port}`;
  media.setPublicUrl(publicUrl);
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    api,
    deps,
    starter,
    clock,
    logLines,
    mediaFolder: media.folder,
    close: async () => {
      api.startDraining();
      await new Promise((resolve) => server.close(resolve));
      await media.close();
      await closeDb();
      await database.drop();
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON body; undefined if there is none. */
  body: unknown;
}

/** The headers that a signed-in browser sends. */
export interface TestSession {
  id: string;
  token: string;
  headers: Record<string, string>;
}

export interface CallOptions {
  key?: string;
  session?: TestSession;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, without a content type. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
}

/** Sends one request under /api/v1. A failure must have the error envelope, which is checked here for every test. */
export async function call(
  api: TestApi,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers = new Headers({ ...options.session?.headers, ...options.headers });
  if (options.key !== undefined) headers.set('authorization', `Bearer ${options.key}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const init: RequestInit = { method, headers, body, redirect: 'manual' };
  const response = await fetch(
    `${api.url}/api/v1${path}`,
    body instanceof ReadableStream ? { ...init, duplex: 'half' } : init,
  );
  // A stream may never end, so it is not read here (test/harness/event-stream.ts does that).
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
  if (response.status >= 400) expectEnvelope(answer, method, path);
  return answer;
}

const bareUnauthorizedPath =
  /^\/(posts\/[^/]+\/schedule|connect-sessions\/[^/]+\/import|comments\/[^/]+\/read)$/;

function expectEnvelope({ status, headers, body }: Answer, method: string, path: string): void {
  const requestId = headers.get('x-request-id');
  expect(requestId).toMatch(/^req_[a-z0-9]{8,56}$/);
  if (method === 'HEAD') return;
  if (status === 401 && method === 'POST' && bareUnauthorizedPath.test(path)) {
    expect(body).toEqual({ statusCode: 401, message: 'Unauthorized', requestId });
    return;
  }
  expect(body).toMatchObject({
    statusCode: status,
    code: expect.stringMatching(/^[A-Z_]+$/) as unknown,
    // One sentence, as the contract requires.
    message: expect.stringMatching(/^(?!.*[.!?] ["“]?[A-Z]).+$/su) as unknown,
    requestId,
  });
}

/** Returns the code of a failure. The test fails if there is none. */
export function codeOf(answer: Answer): string {
  return field<string>(answer, 'code');
}

/** Returns a field of the response body, with the type that the test expects. */
export function field<T>(answer: Answer, name: string): T {
  if (typeof answer.body !== 'object' || answer.body === null || !(name in answer.body)) {
    throw new Error(`The answer ${answer.status} has no ${name}: ${answer.text}`);
  }
  return (answer.body as Record<string, T>)[name] as T;
}

/**
 * Returns the post of a response as GET shows it, without the additional fields of a request that checks the content.
 */
export function postOf({ body }: Answer): Record<string, unknown> {
  return { ...postResource.own(body as Record<string, unknown>) };
}

/** Returns the time that is this many milliseconds ahead, in the API's format. */
export function ahead(api: TestApi, aheadMs = 3_600_000): string {
  return new Date(api.clock.now().getTime() + aheadMs).toISOString();
}
