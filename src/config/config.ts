import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { WorkspaceCreation } from '../domain/installation-roles.js';
import type { PlanName } from '../domain/plans.js';
import type { RateLimits } from '../domain/rate-limits.js';
import type { RetentionDays } from '../domain/retention.js';
import type { SignUpPolicy } from '../domain/sessions.js';
import type { PlatformSettingsByName } from '../platforms/kit/definition.js';
import { connectConfig, type ConnectConfig } from './connect.js';
import { egressPolicy, type EgressPolicyConfig } from './egress-policy.js';
import { ConfigError, type Env } from './env.js';
import { mediaConfig, type MediaConfig } from './media.js';
import { isReachable, requirePublicUrl } from './reach.js';
import { parseEncryptionKeys, type EncryptionKey } from './secrets.js';
import { readVersion } from '../project-root.js';

export interface AppConfig {
  /** The version of this build. */
  version: string;
  logLevel: Env['LOG_LEVEL'];
  databaseUrl: string;
  databasePoolMax: number;
  encryptionKeys: EncryptionKey[];
  temporal: TemporalConfig;
  /** The URL at which workspace owners reach Temporal's Web UI. Null: runs are not linked. */
  temporalUiUrl: string | null;
  /** The URL of the simulated platforms. Null if this installation has none. */
  sandboxUrl: string | null;
  /** The URLs and settings of the real platforms. A platform without an entry is not called. */
  platformSettings: PlatformSettingsByName;
  egressPolicy: EgressPolicyConfig;
  /** Applies to URLs in the responses of platforms and in accounts' own documents. */
  platformEgress: EgressPolicyConfig;
  media: MediaConfig;
  connect: ConnectConfig;
  rateLimits: RateLimits;
  /**
   * A user's limit for all keys together, and for all sessions together, as a multiple of the limit of one key. Null:
   * keys have no common limit, and sessions have the limit of one key.
   */
  rateLimitUserTimes: number | null;
  defaultPlan: PlanName;
  /** How long old rows are kept. */
  retention: RetentionDays;
  /** Null: this installation sells no plans. */
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

/** Turns the environment into typed values. Throws `ConfigError` for values that do not fit together. */
export function toAppConfig(env: Env): AppConfig {
  requireVariables(env);
  return {
    version: readVersion(),
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
    retention: {
      auditLog: env.AUDIT_LOG_DAYS,
      revokedKeys: env.REVOKED_KEY_DAYS,
      deletedPosts: env.DELETED_POST_DAYS,
      posts: env.POST_DAYS,
      comments: env.COMMENT_DAYS,
      metrics: env.METRIC_DAYS,
    },
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

/**
 * Reads the waits before look-ups. Shorter waits let fault tests finish in minutes, but are refused in production,
 * where posts would become UNCONFIRMED too early.
 */
function lookupLadder(env: Env): Pick<AppConfig, 'lookupDelaysMs'> {
  if (env.PUBLISH_LOOKUP_DELAYS_MS === undefined) return {};
  if (env.NODE_ENV === 'production') throw new ConfigError('PUBLISH_LOOKUP_DELAYS_MS: refused in production');
  return { lookupDelaysMs: env.PUBLISH_LOOKUP_DELAYS_MS.split(',').map(Number) };
}

/** Reads OpenTelemetry's standard variables. Unlike the specification, tracing is off unless they ask for it. */
function tracingWanted(env: Env): boolean {
  if (env.OTEL_SDK_DISABLED) return false;
  const exporter = env.OTEL_TRACES_EXPORTER;
  if (exporter === undefined) {
    return (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  }
  if (exporter === 'otlp' || exporter === 'none') return exporter === 'otlp';
  throw new ConfigError('OTEL_TRACES_EXPORTER: otlp or none');
}

/** Throws one `ConfigError` that lists all required variables that are missing or invalid. */
function requireVariables(env: Env): void {
  const checks = [
    () => requirePublicUrl(env),
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

/** Reads Temporal's standard variables and file (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TLS). */
function temporalConfig(): TemporalConfig {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return { namespace: namespace ?? 'default', connection: connectionOptions };
}
