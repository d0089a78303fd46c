import { z } from 'zod';
import { planNames } from '../domain/plans.js';
import { platformDefinitions } from '../platforms/index.js';
import { environmentOf, readSettings, type PlatformSettingsByName } from '../platforms/kit/definition.js';
import { address as url } from '../platforms/kit/environment.js';

const port = z.coerce.number().int().min(0).max(65_535);
/** A number of requests; `off`, or 0, switches the limit off. */
const requestsMax = z
  .string()
  .regex(/^(off|\d{1,9})$/i, 'must be a number of requests, or off')
  .transform((value) => (Number(value) > 0 ? Number(value) : null));

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '';
}

/**
 * Every variable that Punctual reads, with its default, but for those of the platforms, which stand in each one's
 * definition. The names are documented in the README.
 */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  /** Where people and platforms reach the API, without /api/v1. Required in production. */
  PUBLIC_URL: url.refine(isPlainAddress, 'must be an address without user, query and fragment').optional(),
  /** Origins, comma separated, that a browser may be sent back to once an account is connected; our own always. */
  CONNECT_RETURN_ORIGINS: z.string().optional(),
  /** Proxies of one's own in front of the API: so many entries of X-Forwarded-For are believed, counted from its end. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** Who may make an account: only who was invited, or anybody. The first account can always be made. */
  SIGN_UP: z.enum(['invited', 'open']).default('invited'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
    .optional(),
  /** How long an API that is told to end still takes requests, while /readyz sends balancers elsewhere. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(15_000).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  /** `keyId:base64 of 32 bytes`, comma separated; the first one encrypts, all decrypt. */
  ENCRYPTION_KEYS: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().optional(),
  /** Where a worker answers /healthz and /metrics; nowhere unless set. */
  WORKER_HEALTH_PORT: port.optional(),
  /** Where the API answers /metrics; nowhere unless set. */
  METRICS_PORT: port.optional(),
  /** 1: /metrics is also on the API's public port, for whoever reaches that. */
  METRICS_ON_PUBLIC_PORT: z.enum(['0', '1']).default('0'),
  /** The standard variables that switch tracing; the further ones are read by the OpenTelemetry library. */
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  /** Private networks (CIDR, comma separated) that webhooks may reach; by http and on any port too. */
  WEBHOOK_ALLOW_CIDRS: z.string().optional(),
  /** Private networks (as above) that media may be fetched from by POST /media/from-url and mediaItems. */
  MEDIA_ALLOW_CIDRS: z.string().optional(),
  /** Private networks (as above) that hold servers of accounts, where a platform has such. */
  PLATFORM_ALLOW_CIDRS: z.string().optional(),
  /** 1: the three variables above are meant, in production as well. */
  ALLOW_PRIVATE_EGRESS: z.enum(['0', '1']).default('0'),
  /** 1: this network reaches IPv4 through DNS64, so 64:ff9b::/96 stands for the IPv4 address inside. */
  EGRESS_NAT64: z.enum(['0', '1']).default('0'),
  /** For fault runs, never in production: other waits, in ms, before the look-ups after an unclear answer. */
  PUBLISH_LOOKUP_DELAYS_MS: z
    .string()
    .regex(/^\d{1,7}(,\d{1,7}){0,9}$/, 'must be up to ten numbers of milliseconds, comma separated')
    .optional(),
  /** Requests of an API key, or of a user at the dashboard, in 60 s. */
  RATE_LIMIT_BURST: requestsMax.default(60),
  /** The same in 15 minutes. */
  RATE_LIMIT_SUSTAINED: requestsMax.default(1_000),
  /** What all API keys of a user may ask for together, as a multiple of what one may. */
  RATE_LIMIT_USER_TIMES: requestsMax.default(5),
  /** Requests without a valid credential, of a client address in 60 s; and calls of what needs none, as a sign-in. */
  RATE_LIMIT_UNAUTHORIZED: requestsMax.default(60),
  /** The plan of an owner's first workspace. SELF_HOSTED has no limits. */
  DEFAULT_PLAN: z.enum(planNames).default('SELF_HOSTED'),
  /** Where both are set, add-ons are sold through Stripe and cards are asked for, as the plans say. */
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WORKSPACE_ADD_ON_PRICE: z.string().optional(),
  STRIPE_API_URL: url.default('https://api.stripe.com'),
  /** Where everything is kept that no other variable names a place for. */
  DATA_DIR: z.string().default('.data'),
  /** Where media lie: in a folder that all processes share, or in a bucket. */
  STORAGE: z.enum(['filesystem', 's3']).default('filesystem'),
  STORAGE_DIR: z.string().optional(),
  /** Absent: the endpoint of AWS for the region. */
  STORAGE_S3_ENDPOINT: url.optional(),
  STORAGE_S3_REGION: z.string().default('us-east-1'),
  STORAGE_S3_BUCKET: z.string().optional(),
  /** Absent: what the AWS SDK finds in its own variables, files and services. */
  STORAGE_S3_ACCESS_KEY_ID: z.string().optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** endpoint/bucket/key instead of bucket.endpoint/key. */
  STORAGE_S3_PATH_STYLE: z.stringbool().default(false),
  MEDIA_IMAGE_MIB_MAX: z.coerce.number().int().min(1).max(1_024).default(50),
  MEDIA_VIDEO_MIB_MAX: z.coerce.number().int().min(1).max(262_144).default(4_096),
  /** Pictures and videos that a process looks at at once, each in a process of its own (some 80 MB). */
  MEDIA_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  /** keep: pictures are published with location, camera and author metadata. */
  MEDIA_METADATA: z.enum(['remove', 'keep']).default('remove'),
  /** off: URL_INGEST_DISABLED. */
  MEDIA_FROM_URL: z.enum(['on', 'off']).default('on'),
  SANDBOX_URL: url.optional(),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  /** 1: SANDBOX_HOST may be an address that others reach. */
  SANDBOX_ALLOW_REMOTE: z.enum(['0', '1']).default('0'),
  /** 1: the sandbox runs in production. */
  SANDBOX_IN_PRODUCTION: z.enum(['0', '1']).default('0'),
  SANDBOX_DATA_DIR: z.string().optional(),
  /** Origins, comma separated, from which the simulated platforms may fetch media; this machine's own always. */
  SANDBOX_MEDIA_ORIGINS: z.string().optional(),
  /** Only for `seed`: the key to install, so that a restarted development stack keeps it. */
  SEED_API_KEY: z.string().optional(),
});

export type Env = z.infer<typeof schema> & { platformSettings: PlatformSettingsByName };

const platformSchema = z.object(environmentOf(platformDefinitions));

/** Thrown with every fault of the environment at once, each in one line, without the values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** As it is: for who says what is wrong with it. */
export const rawEnv = (): NodeJS.ProcessEnv => process.env;

/** The only reader of process.env. Empty variables count as absent. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const [own, platforms] = [schema.safeParse(present), platformSchema.safeParse(present)];
  if (own.success && platforms.success) {
    return { ...own.data, platformSettings: readSettings(platformDefinitions, present) };
  }
  const issues = [own, platforms].flatMap(({ error }) => error?.issues ?? []);
  const faults = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`);
}
