import { z } from 'zod';
import { platformDefinitions } from '../platforms/index.js';
import { variablesOf } from '../platforms/kit/definition.js';
import { envSchema } from './env.js';

/** A variable as docs/configuration.md shows it. */
export interface DescribedVariable {
  name: string;
  what: string;
  /** The default as text. Null if there is none. */
  byDefault: string | null;
}

export interface VariableGroup {
  title: string;
  intro: string;
  variables: readonly DescribedVariable[];
}

/** A variable's description, with a text for its default if the schema's default is not a plain value. */
type Text = string | readonly [what: string, byDefault: string];

const groups: readonly { title: string; intro: string; texts: Readonly<Record<string, Text>> }[] = [
  {
    title: 'Required in production',
    intro:
      'Set these to the same values for `setup`, `api`, `worker` and every command. Production does not start without them. `npm start` sets them itself.',
    texts: {
      DATABASE_URL: [
        'The Postgres database, as `postgres://user:password@host:5432/name`. Append `?prepare=false` behind a pooler that shares connections between transactions. With `npm start`, this database is used instead of the embedded one.',
        'required',
      ],
      PUBLIC_URL: [
        'The URL at which people and platforms reach the API, without `/api/v1`. Links lead there, and only its pages may use a session cookie. Behind a proxy, use the proxy’s URL with its scheme; with `https`, responses carry HSTS. Platforms that fetch media themselves fetch them here, even if `STORAGE` is `s3`. Only if this variable is not set, which production does not allow, do they get a URL of the bucket.',
        'required in production; otherwise `http://HOST:PORT`',
      ],
      ENCRYPTION_KEYS: [
        'Encrypts stored tokens and secrets. One or more entries `id:base64 of 32 bytes`, separated by commas; the first encrypts, all decrypt. Create one with `k1:$(openssl rand -base64 32)`. Back it up apart from the database: without it, the tokens of accounts and the secrets of webhooks cannot be read.',
        'required; `npm start` creates one',
      ],
    },
  },
  {
    title: 'API',
    intro: 'How the API process listens, and who may use it.',
    texts: {
      NODE_ENV: [
        '`production`, `development` or `test`. Production requires `PUBLIC_URL` and refuses settings that are unsafe there.',
        '`production`; `npm start` sets `development`',
      ],
      HOST: 'The IP address or host name that the API and the worker’s health port listen on.',
      PORT: 'The port the API listens on.',
      SIGN_UP: '`invited`: new users need an invitation. `open`: anybody can create a user.',
      WORKSPACE_CREATION:
        'Who may create workspaces. `owners`: operators, people who own a workspace, and people whom an operator added. With `SIGN_UP=open`, also somebody without any workspace. `operators`: operators alone. `everybody`: everybody who can sign in. [people-and-keys.md](people-and-keys.md#operators) says who is an operator.',
      WORKSPACES_PER_USER_MAX:
        'The maximum number of workspaces that one person may have created or be an owner of.',
      TRUST_PROXY_HOPS:
        'The number of your own proxies in front of the API. Punctual trusts that many entries of `X-Forwarded-For`, counted from the end.',
      CONNECT_RETURN_ORIGINS:
        'Origins, separated by commas, that a browser may be sent back to after an account is connected, or from the payment page. The origin of `PUBLIC_URL` is always allowed.',
      DRAIN_DELAY_MS: [
        'How long an API process that was told to stop still accepts requests while `/readyz` returns 503. Choose a longer time than your load balancer needs to notice.',
        '`5000` in production, else `500`',
      ],
      AUDIT_LOG_DAYS:
        'How many days entries of the [audit log](audit-log.md) are kept. Older ones are deleted.',
      REVOKED_KEY_DAYS:
        'How many days revoked API keys and expired client links stay in the database. `0`: for ever.',
      DELETED_POST_DAYS:
        'How many days the rows of a deleted post are kept, which nobody sees any more; at least `31`. `0`: for ever.',
      POST_DAYS:
        'How many days posts are kept after they have ended (published, failed or canceled) and last changed, with their targets, attempts and timelines; at least `31`. Older ones are deleted in Punctual, not on the platforms. `0`: for ever. See [data.md](data.md#how-fast-the-database-grows).',
      COMMENT_DAYS:
        'How many days the comments of connected accounts are kept, with your replies to them, after Punctual has read them; at least `31`. Nothing is deleted on the platforms. `0`: for ever.',
      METRIC_DAYS:
        'How many days earlier metrics of posts (views, likes …) are kept; at least `31`. The last metrics of a post are kept with the post. `0`: for ever.',
      DATABASE_POOL_MAX: 'The maximum number of database connections of each process.',
      LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `silent`.',
    },
  },
  {
    title: 'Rate limits and plans',
    intro: 'For limits, `off` or `0` means no limit.',
    texts: {
      RATE_LIMIT_BURST: 'Requests in 60 seconds for each API key.',
      RATE_LIMIT_SUSTAINED: 'The same in 15 minutes.',
      RATE_LIMIT_USER_TIMES:
        'The limit of all API keys of one user together, and separately of all dashboard sessions of one user, as a multiple of the limit of one key. If it is off, keys do not count together, and all sessions of a user share the limit of one key.',
      RATE_LIMIT_UNAUTHORIZED:
        'Requests in 60 seconds without a valid credential, and calls of operations that need none, such as signing in. Counted for each client network (an IPv4 address or an IPv6 /64), separately in each API process.',
      DEFAULT_PLAN:
        'The plan of a user’s first workspace. `SELF_HOSTED` has no limits but those of this page; the others are [below](#plans).',
      STRIPE_SECRET_KEY:
        'Set it together with `STRIPE_WORKSPACE_ADD_ON_PRICE` to sell extra workspaces through Stripe and to require a card where the plan says so. Owners add the card on Stripe’s page, which the dashboard opens. Without both, nothing is sold.',
      STRIPE_WORKSPACE_ADD_ON_PRICE: 'The id of the recurring Stripe price of one extra workspace.',
      STRIPE_API_URL: 'The URL of Stripe’s API.',
    },
  },
  {
    title: 'Temporal',
    intro:
      'These are Temporal’s own standard variables. Its other ones, such as `TEMPORAL_TLS_CLIENT_CERT_PATH` and `TEMPORAL_CONFIG_FILE`, work too.',
    texts: {
      TEMPORAL_ADDRESS: [
        'The host and port of the Temporal server. With `npm start`, that server is used instead of the embedded one.',
        '`127.0.0.1:7233`',
      ],
      TEMPORAL_NAMESPACE: ['The Temporal namespace.', '`default`'],
      TEMPORAL_UI_URL:
        'The URL at which operators reach the Temporal Web UI. The dashboard links the run of a post there, for [operators](people-and-keys.md#operators) alone. Without it, there are no links.',
      TEMPORAL_API_KEY: 'The API key, for Temporal Cloud.',
      TEMPORAL_TLS: '`true` or `false`: whether to connect with TLS.',
    },
  },
  {
    title: 'Storage and media',
    intro: 'Where media files are kept, and their limits. See [uploads.md](uploads.md).',
    texts: {
      DATA_DIR:
        'The folder for all data whose location no other variable sets, including the data of `npm start`.',
      STORAGE: '`filesystem`: a folder that all processes share. `s3`: a bucket.',
      STORAGE_DIR: ['The folder of media files.', '`DATA_DIR/media`'],
      STORAGE_S3_BUCKET: 'The bucket. Required with `STORAGE=s3`.',
      STORAGE_S3_ENDPOINT: ['The URL of the S3 service.', 'AWS, for the region'],
      STORAGE_S3_REGION: 'The region of the bucket.',
      STORAGE_S3_ACCESS_KEY_ID: [
        'The access key. Set it together with `STORAGE_S3_SECRET_ACCESS_KEY`.',
        'what the AWS SDK finds',
      ],
      STORAGE_S3_SECRET_ACCESS_KEY: ['The secret of the access key.', 'what the AWS SDK finds'],
      STORAGE_S3_PATH_STYLE:
        '`1`: URLs have the form `endpoint/bucket/key` instead of `bucket.endpoint/key`. Most services other than AWS need it.',
      STORAGE_WORKSPACE_GIB_MAX:
        'The maximum size of all media of one workspace, in GiB, for plans without a limit of their own, such as `SELF_HOSTED`. Beyond it, uploads get `STORAGE_LIMIT`. `off` or `0` means no limit.',
      STORAGE_FREE_MIB_MIN:
        'How much space uploads leave free on the disk of the media folder, in MiB. Below it they get `STORAGE_FULL`. Each process counts what is still to come of its own uploads, at most half of the free space for one user; where only that is in the way, uploads get `RETRY`. `0` turns the check off. It does not apply to `STORAGE=s3`.',
      MEDIA_IMAGE_MIB_MAX: 'The maximum size of an image, in MiB.',
      MEDIA_VIDEO_MIB_MAX: 'The maximum size of a video, in MiB.',
      MEDIA_FROM_URL: '`off`: media cannot be downloaded from URLs (`URL_INGEST_DISABLED`).',
      MEDIA_WORKERS:
        'How many images and videos a process inspects at once. Each takes a child process of about 80 MB, and up to 500 MB while a large image is scaled down.',
      MEDIA_METADATA:
        '`remove`: location, camera and author metadata are removed before publishing. `keep`: they are published, too. [media.md](media.md) says what each platform accepts.',
    },
  },
  {
    title: 'Outbound requests',
    intro:
      'Punctual refuses requests to private networks when somebody else supplied the URL. These variables open networks on purpose. See [security/egress.md](security/egress.md).',
    texts: {
      WEBHOOK_ALLOW_CIDRS:
        'Private networks, such as `10.20.0.0/16`, separated by commas, that webhooks may reach. There, http and any port are allowed, too.',
      MEDIA_ALLOW_CIDRS: 'Private networks that media may be downloaded from.',
      PLATFORM_ALLOW_CIDRS: 'Private networks that may contain the servers of connected accounts.',
      ALLOW_PRIVATE_EGRESS: '`1`: confirms the three variables above in production.',
      EGRESS_NAT64:
        '`1`: this network reaches IPv4 through DNS64, so `64:ff9b::/96` stands for the IPv4 address inside it.',
    },
  },
  {
    title: 'Metrics and tracing',
    intro: 'Off unless set.',
    texts: {
      METRICS_PORT: 'The port of the API’s `/metrics`, for Prometheus.',
      METRICS_ON_PUBLIC_PORT:
        '`1`: `/metrics` is also on the API’s public port, for everybody who can reach it.',
      WORKER_HEALTH_PORT: 'The port of the worker’s `/healthz`, `/readyz` and `/metrics`.',
      OTEL_EXPORTER_OTLP_ENDPOINT:
        'The URL of an OpenTelemetry collector. Setting it turns tracing on, from the request through the run to the platform. The library’s other `OTEL_` variables work, too.',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The same for traces alone.',
      OTEL_TRACES_EXPORTER: '`otlp` turns tracing on, `none` off.',
      OTEL_SDK_DISABLED: '`true` turns tracing off.',
    },
  },
  {
    title: 'Sandbox',
    intro:
      'The simulated platforms ([sandbox.md](sandbox.md)). They have no sign-in, so they listen on this machine only and refuse to run in production unless you allow it.',
    texts: {
      SANDBOX_URL: [
        'The URL of the sandbox. Without it, nothing can be connected to a simulated platform.',
        'none; `npm start` sets it',
      ],
      SANDBOX_HOST: 'The IP address or host name the sandbox listens on.',
      SANDBOX_PORT: 'The port the sandbox listens on.',
      SANDBOX_ALLOW_REMOTE:
        '`1`: `SANDBOX_HOST` may be an IP address or host name that other machines reach.',
      SANDBOX_IN_PRODUCTION: '`1`: the sandbox may run in production.',
      SANDBOX_DATA_DIR: ['The folder where the sandbox keeps its state.', 'none: it is kept in memory'],
      SANDBOX_MEDIA_ORIGINS:
        'Origins, separated by commas, that simulated platforms may download media from, besides this machine’s own.',
    },
  },
  {
    title: 'npm start',
    intro: 'Read only by `npm start`. A default port that is taken is replaced by a free one.',
    texts: {
      DATABASE_PORT: ['The port of the embedded Postgres.', '`5433`'],
      TEMPORAL_PORT: ['The port of the embedded Temporal server.', '`7233`'],
      TEMPORAL_UI_PORT: ['The port of the Temporal Web UI.', '`8233`'],
      TEMPORAL_CLI: ['The path of a Temporal CLI of your own.', 'the one on `PATH`, or downloaded once'],
      PUNCTUAL_CACHE_DIR: ['The folder for downloaded programs.', '`~/.cache/punctual`'],
      SEED_API_KEY: [
        'The API key that `npm start` installs in the sandbox workspace.',
        'generated, then kept',
      ],
      SAMPLE_POSTS: [
        '`1` or `0`: whether the first `npm start` adds sample posts to the sandbox workspace.',
        '`1` on a terminal, otherwise `0`',
      ],
    },
  },
  {
    title: 'Tests and development of Punctual',
    intro: 'Nobody who runs Punctual needs these.',
    texts: {
      PUBLISH_LOOKUP_DELAYS_MS: [
        'For fault tests; refused in production. The waits before look-ups after an unclear response, in milliseconds, separated by commas.',
        '`5000,30000,120000,600000`',
      ],
      TEST_TIER:
        'Which tests a run takes: `statements`, `system` or `all` (`npm test`, `npm run test:system` and `npm run test:all` set it).',
      TEST_LONG: '`1`: tests repeat more often (`npm run test:long` sets it).',
      TEST_SEED: 'The seed of generated tests, to repeat a run.',
      TAKE_PICTURES:
        '`1`: the dashboard’s tests save the pictures of the docs (`npm test -- --pictures` sets it).',
      CHROMIUM_PATH: 'The browser for the browser tests.',
      DASHBOARD_PORT: ['The port of the dashboard’s development server (`npm run dev`).', '`5173`'],
      PUNCTUAL_URL: ['The API that the dashboard’s development server talks to.', '`http://127.0.0.1:3000`'],
    },
  },
];

/** Every variable that Punctual reads, in the order of docs/configuration.md. */
export function variableGroups(): VariableGroup[] {
  const own = groups.map(({ title, intro, texts }) => ({
    title,
    intro,
    variables: Object.entries(texts).map(([name, text]) => describe(name, text)),
  }));
  return [...own, platformGroup(new Set(own.flatMap(({ variables }) => variables.map(({ name }) => name))))];
}

function describe(name: string, text: Text): DescribedVariable {
  if (typeof text !== 'string') return { name, what: text[0], byDefault: text[1] };
  return { name, what: text, byDefault: defaultOf(name) };
}

function defaultOf(name: string): string | null {
  const field = (envSchema.shape as Readonly<Record<string, z.ZodType>>)[name];
  const value = field === undefined ? undefined : z.safeParse(field, undefined).data;
  if (value === undefined) return null;
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The variables of the platforms. Those that several share are listed once; those described above are left out. */
function platformGroup(described: ReadonlySet<string>): VariableGroup {
  const byName = new Map<string, DescribedVariable>();
  for (const { name, byDefault, description } of platformDefinitions.flatMap(variablesOf)) {
    if (described.has(name) || byName.has(name)) continue;
    byName.set(name, {
      name,
      what: description,
      byDefault: byDefault === null ? null : `\`${byDefault}\``,
    });
  }
  return {
    title: 'Platforms',
    intro:
      'Your app at each platform, and the platforms’ own URLs and API versions. [connect/README.md](connect/README.md) says how to get the ids and secrets.',
    variables: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
