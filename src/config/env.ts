import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z
  .string()
  .regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) address')
  .transform((value) => value.replace(/\/+$/, ''));

/** Every variable that Punctual reads, with its default. The names are documented in the README. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  /** The address under which callers reach the API, without /api/v1. */
  PUBLIC_URL: url.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  /** `keyId:base64 of 32 bytes`, comma separated; the first one encrypts, all decrypt. */
  ENCRYPTION_KEYS: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  /** Where a worker answers /healthz and /metrics; nowhere unless set. */
  WORKER_HEALTH_PORT: port.optional(),
  /** Moves the API's /metrics from its public port to this one. */
  METRICS_PORT: port.optional(),
  /** The standard variables that switch tracing; the further ones are read by the OpenTelemetry library. */
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  /** Private networks (CIDR, comma separated) that webhooks may reach; by http and on any port too. */
  WEBHOOK_ALLOW_CIDRS: z.string().optional(),
  /** 1: WEBHOOK_ALLOW_CIDRS is meant, in production as well. */
  ALLOW_PRIVATE_EGRESS: z.enum(['0', '1']).default('0'),
  /** 1: this network reaches IPv4 through DNS64, so 64:ff9b::/96 stands for the IPv4 address inside. */
  EGRESS_NAT64: z.enum(['0', '1']).default('0'),
  /** For fault runs, never in production: other waits, in ms, before the look-ups after an unclear answer. */
  PUBLISH_LOOKUP_DELAYS_MS: z
    .string()
    .regex(/^\d{1,7}(,\d{1,7}){0,9}$/, 'must be up to ten numbers of milliseconds, comma separated')
    .optional(),
  SANDBOX_URL: url.optional(),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_DATA_DIR: z.string().optional(),
  BLUESKY_URL: url.default('https://bsky.social'),
  X_API_URL: url.default('https://api.x.com'),
  X_CLIENT_ID: z.string().optional(),
  X_CLIENT_SECRET: z.string().optional(),
  THREADS_API_URL: url.default('https://graph.threads.net'),
  /** Only for `seed`: the key to install, so that a restarted development stack keeps it. */
  SEED_API_KEY: z.string().optional(),
  /** Only for `accounts connect bluesky`: keeps the password off the command line, which others can read. */
  BLUESKY_APP_PASSWORD: z.string().optional(),
});

export type Env = z.infer<typeof schema>;

/** Thrown with every fault of the environment at once, each in one line, without the values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The only reader of process.env. Empty variables count as absent. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`);
}
