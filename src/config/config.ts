import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { WorkspaceCreation } from '../domain/installation-roles.js';
import type { PlanName } from '../domain/plans.js';
import type { RateLimits } from '../domain/rate-limits.js';
import type { SignUpPolicy } from '../domain/sessions.js';
import type { PlatformSettingsByName } from '../platforms/kit/definition.js';
import { connectConfig, type ConnectConfig } from './connect.js';
import { egressPolicy, type EgressPolicyConfig } from './egress-policy.js';
import { ConfigError, type Env } from './env.js';
import { mediaConfig, type MediaConfig } from './media.js';
import { isReachable, requirePublicUrl } from './reach.js';
import { parseEncryptionKeys, type EncryptionKey } from './secrets.js';

export interface AppConfig {
  logLevel: Env['LOG_LEVEL'];
  databaseUrl: string;
  databasePoolMax: number;
  encryptionKeys: EncryptionKey[];
  temporal: TemporalConfig;
  /** The Temporal Web UI as owners reach it; null: it is not linked. */
  temporalUiUrl: string | null;
  /** The URL of the simulated platforms. Null if this installation has none. */
  sandboxUrl: string | null;
  /** The real platforms' URLs and settings. A missing platform is not called. */
  platformSettings: PlatformSettingsByName;
  egressPolicy: EgressPolicyConfig;
  /** For URLs that a platform or an account's own document names. */
  platformEgress: EgressPolicyConfig;
  media: MediaConfig;
  connect: ConnectConfig;
  rateLimits: RateLimits;
  /** The limit of all keys of a user together, and of all sessions, as multiples of one key's. Null: none, and 1. */
  rateLimitUserTimes: number | null;
  defaultPlan: PlanName;
  /** How long entries of the audit log are kept. */
  auditKeptDays: number;
  /** Null: nothing is sold here. */
  stripe: StripeConfig | null;
  /** For fault tests: replaces the usual waits before look-ups. */
  lookupDelaysMs?: number[];
  signUp: SignUpPolicy;
  workspaces: { creation: WorkspaceCreation; perUserMax: number };
  /** Whether the first user needs a token that only the operator sees. */
  needsSetUpToken: boolean;
  /** Whether spans are exported, over OTLP. */
  tracing: boolean;
}

export interface TemporalConfig {
  namespace: string;
  connection: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
}

export interface StripeConfig {
  secretKey: string;
  /** The recurring price of one more workspace. */
  workspaceAddOnPriceId: string;
  apiUrl: string;
}

/** Turns the environment into typed values, with the checks that need more than one variable. */
export function toAppConfig(env: Env): AppConfig {
  requireVariables(env);
  return {
    logLevel: env.LOG_LEVEL,
    databaseUrl: requireDatabaseUrl(env),
    databasePoolMax: env.DATABASE_POOL_MAX,
    encryptionKeys: parseEncryptionKeys(env.ENCRYPTION_KEYS),
    temporal: temporalConfig(),
    temporalUiUrl: env.TEMPORAL_UI_URL ?? null,
    sandboxUrl: env.SANDBOX_URL ?? null,
    platformSettings: env.platformSettings,
    egressPolicy: egressPolicy(env),
    platformEgress: egressPolicy(env, 'PLATFORM_ALLOW_CIDRS'),
    media: mediaConfig(env),
    connect: connectConfig(env),
    rateLimits: { burst: env.RATE_LIMIT_BURST, sustained: env.RATE_LIMIT_SUSTAINED },
    rateLimitUserTimes: env.RATE_LIMIT_USER_TIMES,
    defaultPlan: env.DEFAULT_PLAN,
    auditKeptDays: env.AUDIT_LOG_DAYS,
    stripe: stripeConfig(env),
    signUp: env.SIGN_UP,
    workspaces: { creation: env.WORKSPACE_CREATION, perUserMax: env.WORKSPACES_PER_USER_MAX },
    needsSetUpToken: isReachable(env),
    tracing: tracingWanted(env),
    ...lookupLadder(env),
  };
}

function stripeConfig(env: Env): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WORKSPACE_ADD_ON_PRICE: workspaceAddOnPriceId } = env;
  if (secretKey === undefined && workspaceAddOnPriceId === undefined) return null;
  if (secretKey === undefined || workspaceAddOnPriceId === undefined) {
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_WORKSPACE_ADD_ON_PRICE: set both, or neither');
  }
  return { secretKey, workspaceAddOnPriceId, apiUrl: env.STRIPE_API_URL };
}

/** Shorter waits finish a fault test in minutes. With real platforms they would call posts unconfirmed too early. */
function lookupLadder(env: Env): Pick<AppConfig, 'lookupDelaysMs'> {
  if (env.PUBLISH_LOOKUP_DELAYS_MS === undefined) return {};
  if (env.NODE_ENV === 'production') throw new ConfigError('PUBLISH_LOOKUP_DELAYS_MS: refused in production');
  return { lookupDelaysMs: env.PUBLISH_LOOKUP_DELAYS_MS.split(',').map(Number) };
}

/** As the OpenTelemetry specification says, but off unless an exporter or a URL is set. */
function tracingWanted(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED) return false;
  const exporter = env.OTEL_TRACES_EXPORTER;
  if (exporter === undefined) {
    return (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  }
  if (exporter === 'otlp' || exporter === 'none') return exporter === 'otlp';
  throw new ConfigError('OTEL_TRACES_EXPORTER: otlp or none');
}

/** Reports everything that is missing at once. */
function requireVariables(env: Env): void {
  const checks = [
    () => {
      requirePublicUrl(env);
    },
    () => requireDatabaseUrl(env),
    () => parseEncryptionKeys(env.ENCRYPTION_KEYS),
  ];
  const missing = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error.message];
      throw error;
    }
  });
  if (missing.length > 0) throw new ConfigError(missing.join('\n'));
}

export function requireDatabaseUrl(env: Env): string {
  if (env.DATABASE_URL === undefined) {
    throw new ConfigError(
      'DATABASE_URL: required, for instance postgres://user:password@localhost:5432/punctual',
    );
  }
  return env.DATABASE_URL;
}

/** Temporal's own standard variables and file (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TLS). */
function temporalConfig(): TemporalConfig {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return { namespace: namespace ?? 'default', connection: connectionOptions };
}
