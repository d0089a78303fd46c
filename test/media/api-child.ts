import type { MediaConfig } from '../../src/config/media.js';
import type * as contextModule from '../../src/context.js';
import type * as runApiModule from '../../src/processes/run-api.js';
import { isWholeTier } from '../harness/tiers.js';

// Uses the build in a whole tier, as its tests do (vitest.config.ts), because compiling the sources takes time.
const code = isWholeTier ? '../../dist' : '../../src';
const { createContext } = (await import(`${code}/context.js`)) as typeof contextModule;
const { runApi } = (await import(`${code}/processes/run-api.js`)) as typeof runApiModule;

/** The options that the parent passes on the command line. */
export interface ChildOptions {
  databaseUrl: string;
  temporalAddress: string;
  port: number;
  media: MediaConfig;
}

export type ToChild = 'measure' | 'report';
export interface FromChild {
  rssBytes: number;
  peakRssBytes: number;
}

const options = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const sampleMs = 5;

const context = createContext(
  {
    version: '0.0.0-test',
    logLevel: 'warn',
    databaseUrl: options.databaseUrl,
    databasePoolMax: 5,
    encryptionKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
    temporal: { namespace: 'default', connection: { address: options.temporalAddress } },
    temporalUiUrl: null,
    sandboxUrl: null,
    platformSettings: {},
    egressPolicy: { allowCidrs: [], ownHosts: [], nat64: false },
    platformEgress: { allowCidrs: [], ownHosts: [], nat64: false },
    media: options.media,
    connect: { publicUrl: 'http://127.0.0.1:3000', returnOrigins: [] },
    rateLimits: { burst: null, sustained: null },
    rateLimitUserTimes: null,
    defaultPlan: 'SELF_HOSTED',
    retention: { auditLog: 400, revokedKeys: 400, deletedPosts: 31, posts: 0, comments: 0, metrics: 0 },
    stripe: null,
    signUp: 'invited',
    workspaces: { creation: 'owners', perUserMax: 100 },
    needsSetUpToken: false,
    tracing: false,
  },
  'api',
);

let peakRssBytes = 0;
setInterval(() => (peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())), sampleMs).unref();
process.on('message', (message: ToChild) => {
  if (message === 'measure') {
    globalThis.gc?.();
    peakRssBytes = 0;
  }
  const report: FromChild = { rssBytes: process.memoryUsage.rss(), peakRssBytes };
  process.send?.(report);
});

const ending = new AbortController();
process.once('disconnect', () => ending.abort());
await runApi(
  context,
  {
    host: '127.0.0.1',
    port: options.port,
    metricsPort: undefined,
    metricsOnPublicPort: false,
    say: () => undefined,
    publicUrl: undefined,
    trustProxyHops: 0,
    unauthorizedPerMinuteMax: null,
    drainDelayMs: 0,
    validateResponses: true,
  },
  ending.signal,
);
await context.close();
