import { noBilling, type Billing } from './billing/billing.js';
import { createStripeBilling, type StripeFault } from './billing/stripe.js';
import { systemClock, type Clock } from './clock.js';
import type { AppConfig } from './config/config.js';
import { createVault, deriveKey, deriveKeys } from './config/secrets.js';
import { openDb } from './db/client.js';
import { createSafeFetch } from './egress/create-safe-fetch.js';
import type { JsonObject } from './domain/json.js';
import type { PlatformName } from './domain/platforms.js';
import { createGuardedFetch, type GuardedFetch } from './egress/guarded-fetch.js';
import type { SafeFetch } from './egress/safe-fetch.js';
import { newId } from './ids.js';
import { createLogger, type Logger } from './log.js';
import { createMediaDeps } from './media-deps.js';
import { createOpenTelemetry } from './observability/open-telemetry.js';
import type { PlatformRegistry } from './platforms/kit/platform.js';
import { createPrometheus, type MetricsText, type Prometheus } from './observability/prometheus.js';
import type { EndingVersion } from './observability/version-gauges.js';
import { tracedStarts } from './observability/temporal-tracing.js';
import { tracedFetch } from './observability/traced-fetch.js';
import { noTracing, type Tracing } from './observability/tracing.js';
import { createConnectDeps, createPlatformDeps } from './platform-deps.js';
import type { PlatformFetchSource } from './platforms/kit/create-platforms.js';
import type { PublishingDeps, ServiceDeps } from './services/shared/context.js';
import {
  createDatabaseClock,
  createServiceClock,
  type DueClock,
} from './services/shared/clocks/due-clock.js';
import { createFollowedClock } from './services/shared/clocks/followed-clock.js';
import { createInstallationReader } from './services/shared/installation.js';
import { overrideDeps, type DepsOverrides } from './services/shared/override-deps.js';
import { createClientCache } from './services/apps/create-client-cache.js';
import { createChoices } from './services/choices/create-choices.js';
import { createChangeStreams } from './services/change-streams/create-change-streams.js';
import { createSearchTurns } from './services/posts/search-turns.js';
import { readDebts } from './services/health/debts.js';
import { readTableBytes } from './services/health/table-bytes.js';
import { createRateLimiter } from './services/rate-limits/limiter.js';
import { createQuotaHeadroomCache } from './services/shared/limits/quota-headroom.js';
import type { RateLimiter } from './services/shared/limits/rate-limiter.js';
import type { Metrics } from './observability/metrics.js';
import { openTemporalClient } from './temporal/connection.js';
import { createWorkflowStarter } from './temporal/create-workflow-starter.js';
import type { Client } from '@temporalio/client';

/** Everything an entry point needs, built once. `close` releases it. */
export interface AppContext {
  deps: ServiceDeps;
  log: Logger;
  /** A platform connector's way out to the network. */
  fetchFor: PlatformFetchSource;
  /** A `fetch` for configured URLs only. */
  safeFetch: SafeFetch;
  /** The API's description of each platform's options. */
  optionsSchemas: ReadonlyMap<PlatformName, JsonObject>;
  temporalClient: Client;
  tracing: Tracing;
  /** Resolves once the services' clock agrees with the database's, and keeps them in agreement until the signal. */
  followClock: (signal: AbortSignal) => Promise<void>;
  /** The content of /metrics. */
  renderMetrics: () => Promise<MetricsText>;
  close: () => Promise<void>;
}

/** The parts that a test may replace. */
export type ContextOverrides = DepsOverrides & { tracing?: Tracing };

/** The composition root. Opens no connection: the database and Temporal are reached on first use. */
export function createContext(config: AppConfig, name: string, overrides: ContextOverrides = {}): AppContext {
  const { tracing = tracingOf(config, name), ...parts } = overrides;
  const { log = createLogger({ level: config.logLevel, name }) } = overrides;
  const { db, clock, ...opened } = openDbAndClock(config, name, { log, clock: overrides.clock });
  const { installation = createInstallationReader(db) } = overrides;
  const { client, close: closeTemporal } = openTemporalClient(config.temporal, tracedStarts(tracing));
  const safeFetch = createSafeFetch();
  const prometheus = prometheusOf(name, { db, clock }, () => endingVersionsOf(platforms.registry));
  const onUrlRejected = prometheus.metrics.urlRejected;
  const webhookFetch = createGuardedFetch({ policy: config.egressPolicy, onRejected: onUrlRejected });
  const platforms = createPlatformDeps(config, { clock, tracing, safeFetch, onUrlRejected });
  const media = createMediaDeps(config.media, { clock, signingKeys: signingKeysOf(config), onUrlRejected });
  const own: ServiceDeps = {
    db,
    clock,
    newId,
    log,
    metrics: prometheus.metrics,
    vault: createVault(config.encryptionKeys),
    platforms: platforms.registry,
    publishing: publishingOf(config, platforms.baseUrlOf, opened.dueClock),
    choices: createChoices(clock),
    searches: createSearchTurns(),
    changeStreams: createChangeStreams({ db, clock, log }),
    connect: createConnectDeps(config),
    starter: createWorkflowStarter({ client, clock, installation }),
    installation,
    runUrlTemplate: runUrlTemplateOf(config),
    limiter: limiterOf(config, prometheus.metrics, log),
    billing: billingOf(config, tracedFetch(tracing, safeFetch), log),
    media: media.deps,
    ...guardedOf(config, { tracing, clock, guarded: webhookFetch }),
    signUp: { policy: config.signUp, setUpToken: setUpTokenOf(config), defaultPlan: config.defaultPlan },
    workspaces: config.workspaces,
    cursorKey: deriveKey(config.encryptionKeys, 'list-cursors'),
    retention: config.retention,
  };
  return {
    deps: overrideDeps(own, parts),
    log,
    fetchFor: platforms.fetchFor,
    safeFetch,
    optionsSchemas: platforms.optionsSchemas,
    temporalClient: client,
    tracing,
    followClock: opened.followClock,
    renderMetrics: prometheus.render,
    close: async () => {
      await Promise.allSettled([
        opened.close(),
        closeTemporal(),
        safeFetch[Symbol.asyncDispose](),
        webhookFetch[Symbol.asyncDispose](),
        platforms.close(),
        media.close(),
      ]);
      await tracing.close();
    },
  };
}

/** The parts that call URLs of users. */
function guardedOf(
  { encryptionKeys }: AppConfig,
  { tracing, clock, guarded }: { tracing: Tracing; clock: Clock; guarded: GuardedFetch },
): Pick<ServiceDeps, 'webhooks' | 'apps'> {
  const fetch = tracedFetch(tracing, guarded);
  const registrationKeys = deriveKeys(encryptionKeys, 'app-registrations');
  return {
    webhooks: { fetch: Object.assign(tracedFetch(tracing, guarded), { check: guarded.check }) },
    apps: { fetch, clients: createClientCache(clock), registrationKeys },
  };
}

const signingKeysOf = ({ encryptionKeys }: AppConfig) => deriveKeys(encryptionKeys, 'storage-addresses');

function prometheusOf(
  process: string,
  deps: Pick<ServiceDeps, 'db' | 'clock'>,
  endingVersions: () => readonly EndingVersion[],
): Prometheus {
  return createPrometheus({
    process,
    endingVersions,
    readDebts: () => readDebts(deps),
    readTableBytes: () => readTableBytes(deps),
  });
}

const endingVersionsOf = (platforms: PlatformRegistry): EndingVersion[] =>
  [...platforms.values()].flatMap(({ name, datedVersion }) =>
    datedVersion?.endsAt
      ? [{ platform: name, version: datedVersion.version, endsAt: datedVersion.endsAt }]
      : [],
  );

function publishingOf(
  { lookupDelaysMs }: AppConfig,
  platformBaseUrl: PublishingDeps['platformBaseUrl'],
  dueClock: DueClock,
): PublishingDeps {
  const quotaHeadroom = createQuotaHeadroomCache();
  return { platformBaseUrl, dueClock, quotaHeadroom, ...(lookupDelaysMs && { lookupDelaysMs }) };
}

/** Opens the database, and two clocks that follow its time. A test's own clock replaces both. */
function openDbAndClock(
  config: AppConfig,
  name: string,
  own: { log: Logger; clock: Clock | undefined },
): Pick<ServiceDeps, 'db' | 'clock'> &
  Pick<PublishingDeps, 'dueClock'> &
  Pick<AppContext, 'followClock' | 'close'> {
  const { databaseUrl: url, databasePoolMax: connectionsMax } = config;
  const pool = { url, connectionsMax, ...(name === 'worker' ? { hurriedConnectionsMax: 0 } : {}) };
  const { db, close } = openDb(pool);
  if (own.clock !== undefined) {
    const dueClock = createServiceClock(own.clock);
    return { db, clock: own.clock, dueClock, followClock: () => Promise.resolve(), close };
  }
  const dueClock = createDatabaseClock();
  const clock = createFollowedClock({ db, log: own.log, dueClock, own: systemClock });
  const closing = new AbortController();
  return {
    db,
    clock,
    dueClock,
    followClock: (signal) => clock.follow(AbortSignal.any([signal, closing.signal])),
    close: () => {
      closing.abort();
      return close();
    },
  };
}

function runUrlTemplateOf({ temporal: { namespace }, temporalUiUrl }: AppConfig): string | null {
  if (temporalUiUrl === null) return null;
  const base = temporalUiUrl.replace(/\/+$/, '');
  return `${base}/namespaces/${encodeURIComponent(namespace)}/workflows/{workflowId}`;
}

function limiterOf(
  { rateLimits, rateLimitUserTimes }: AppConfig,
  metrics: Metrics,
  log: Logger,
): RateLimiter {
  return createRateLimiter({ limits: rateLimits, userTimes: rateLimitUserTimes, metrics, log });
}

/**
 * The token that the first user needs to sign up. Derived from the encryption keys, so that all API processes have
 * the same token without storing it.
 */
function setUpTokenOf({ needsSetUpToken, encryptionKeys }: AppConfig): string | null {
  return needsSetUpToken ? deriveKey(encryptionKeys, 'set-up-token').toString('base64url') : null;
}

function billingOf({ stripe }: AppConfig, safeFetch: SafeFetch, log: Logger): Billing {
  if (stripe === null) return noBilling;
  const onFault = (fault: StripeFault): void =>
    log.error(fault, 'the payment processor gave no usable answer');
  return createStripeBilling({ ...stripe, safeFetch, onFault });
}

function tracingOf(config: AppConfig, name: string): Tracing {
  return config.tracing ? createOpenTelemetry({ serviceName: `punctual-${name}` }) : noTracing;
}
