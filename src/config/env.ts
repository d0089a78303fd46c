import { z } from 'zod';
import { workspaceCreations } from '../domain/installation-roles.js';
import { planNames } from '../domain/plans.js';
import { historyDaysMin } from '../domain/retention.js';
import { platformDefinitions } from '../platforms/index.js';
import { environmentOf, readSettings, type PlatformSettingsByName } from '../platforms/kit/definition.js';
import { address as url } from '../platforms/kit/environment.js';

const port = z.coerce.number().int().min(0).max(65_535);
/** A whole number; `off`, or 0, turns the limit off. */
const limitMax = z
  .string()
  .regex(/^(off|\d{1,9})$/i, 'must be a number, or off')
  .transform((value) => (Number(value) > 0 ? Number(value) : null));

/** A number of days; 0 means forever. */
const days = (least: number) =>
  z.coerce
    .number()
    .int()
    .max(36_500)
    .refine((count) => count === 0 || count >= least, `must be 0, or at least ${least}`);

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/**
 * Every variable that Punctual reads, with its default, except those in the platforms' definitions. `variables.ts`
 * describes them, and docs/configuration.md is generated from it.
 */
export const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: url.refine(isPlainAddress, 'must be a URL without user, query and fragment').optional(),
  CONNECT_RETURN_ORIGINS: z.string().optional(),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  SIGN_UP: z.enum(['invited', 'open']).default('invited'),
  WORKSPACE_CREATION: z.enum(workspaceCreations).default('owners'),
  WORKSPACES_PER_USER_MAX: z.coerce.number().int().min(1).max(100_000).default(100),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .optional(),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(15_000).optional(),
  AUDIT_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
  REVOKED_KEY_DAYS: days(1).default(400),
  DELETED_POST_DAYS: days(historyDaysMin).default(31),
  POST_DAYS: days(historyDaysMin).default(0),
  COMMENT_DAYS: days(historyDaysMin).default(0),
  METRIC_DAYS: days(historyDaysMin).default(0),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  ENCRYPTION_KEYS: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  TEMPORAL_UI_URL: url.refine(isPlainAddress, 'must be a URL without user, query and fragment').optional(),
  WORKER_HEALTH_PORT: port.optional(),
  METRICS_PORT: port.optional(),
  METRICS_ON_PUBLIC_PORT: z.enum(['0', '1']).default('0'),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  WEBHOOK_ALLOW_CIDRS: z.string().optional(),
  MEDIA_ALLOW_CIDRS: z.string().optional(),
  PLATFORM_ALLOW_CIDRS: z.string().optional(),
  ALLOW_PRIVATE_EGRESS: z.enum(['0', '1']).default('0'),
  EGRESS_NAT64: z.enum(['0', '1']).default('0'),
  PUBLISH_LOOKUP_DELAYS_MS: z
    .string()
    .regex(/^\d{1,7}(,\d{1,7}){0,9}$/, 'must be up to ten numbers of milliseconds, comma separated')
    .optional(),
  RATE_LIMIT_BURST: limitMax.default(60),
  RATE_LIMIT_SUSTAINED: limitMax.default(1_000),
  RATE_LIMIT_USER_TIMES: limitMax.default(5),
  RATE_LIMIT_UNAUTHORIZED: limitMax.default(60),
  DEFAULT_PLAN: z.enum(planNames).default('SELF_HOSTED'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WORKSPACE_ADD_ON_PRICE: z.string().optional(),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  DATA_DIR: z.string().default('.data'),
  STORAGE: z.enum(['filesystem', 's3']).default('filesystem'),
  STORAGE_DIR: z.string().optional(),
  STORAGE_S3_ENDPOINT: url.optional(),
  STORAGE_S3_REGION: z.string().default('us-east-1'),
  STORAGE_S3_BUCKET: z.string().optional(),
  STORAGE_S3_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().optional(),
  STORAGE_S3_PATH_STYLE: z.stringbool().default(false),
  STORAGE_WORKSPACE_GIB_MAX: limitMax.default(100),
  STORAGE_FREE_MIB_MIN: z.coerce.number().int().min(0).max(1_048_576).default(1_024),
  MEDIA_IMAGE_MIB_MAX: z.coerce.number().int().min(1).max(1_024).default(50),
  MEDIA_VIDEO_MIB_MAX: z.coerce.number().int().min(1).max(262_144).default(4_096),
  MEDIA_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  MEDIA_METADATA: z.enum(['remove', 'keep']).default('remove'),
  MEDIA_FROM_URL: z.enum(['on', 'off']).default('on'),
  SANDBOX_URL: url.optional(),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_ALLOW_REMOTE: z.enum(['0', '1']).default('0'),
  SANDBOX_IN_PRODUCTION: z.enum(['0', '1']).default('0'),
  SANDBOX_DATA_DIR: z.string().optional(),
  SANDBOX_MEDIA_ORIGINS: z.string().optional(),
  SEED_API_KEY: z.string().optional(),
});

export type Env = z.infer<typeof envSchema> & { platformSettings: PlatformSettingsByName };

const platformSchema = z.object(environmentOf(platformDefinitions));

/** An unusable environment. The message lists all problems, one per line, without the variables' values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The unparsed environment, for reporting what is wrong with it. */
export const rawEnv = (): NodeJS.ProcessEnv => process.env;

/** Parses the environment; nothing else reads process.env. Empty variables count as absent. Throws `ConfigError`. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const [own, platforms] = [envSchema.safeParse(present), platformSchema.safeParse(present)];
  if (own.success && platforms.success) {
    return { ...own.data, platformSettings: readSettings(platformDefinitions, present) };
  }
  const issues = [own, platforms].flatMap(({ error }) => error?.issues ?? []);
  const faults = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`);
}
