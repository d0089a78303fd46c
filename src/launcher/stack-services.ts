import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { inProject, projectRoot } from '../project-root.js';
import { LauncherFault } from './fault.js';
import { httpStatus, httpText } from './http.js';
import { describeEnd, type ProcessSpec } from './managed-process.js';
import { saveApiKey } from './secrets-file.js';
import type { StackParts } from './stack-parts.js';
import type { TemporalPlace } from './stack-servers.js';
import type { SeedResult } from './summary.js';
import { supervise } from './supervisor.js';
import { waitFor } from './waiting.js';

// This is far longer than a slow machine needs. A process that ends earlier is reported at once.
const oneShotTimeoutMs = 300_000;
const answerTimeoutMs = 180_000;
// A worker that runs from src/ has to bundle the workflows at its start.
const readyTimeoutMs = 300_000;
const loopbackCidrs = '127.0.0.0/8,::1/128';
/** How services are stopped, before the servers. Both together take less than the 10 seconds that a Ctrl-C may take. */
const serviceStopSteps = [{ signal: 'SIGTERM', waitMs: 4_500 }] as const;

const seedSchema = z.object({
  apiKey: z.string().min(1),
  workspaceId: z.string().min(1),
  socialAccounts: z.array(
    z.object({
      id: z.string(),
      platform: z.string(),
      needs: z.enum(['picture', 'video']).nullable(),
      platformOptions: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  signIn: z.object({ email: z.string(), token: z.string().min(1) }),
});

/** The environment of the product's programs: the user's variables, and the URLs of this stack. */
export function serviceEnv(
  parts: StackParts,
  databaseUrl: string,
  temporal: TemporalPlace,
): NodeJS.ProcessEnv {
  const { env, settings, plan, secrets } = parts;
  const merged: NodeJS.ProcessEnv = {
    ...env,
    NODE_ENV: 'development',
    ...(settings.temporalAddress === undefined ? ownTemporalEnv(settings.dataDir) : {}),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: settings.temporalNamespace,
    TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] || (temporal.uiUrl ?? ''),
    ENCRYPTION_KEYS: settings.encryptionKeys ?? secrets.encryptionKeys,
    HOST: settings.host,
    PORT: String(plan.apiPort),
    // Vite forwards requests that it does not serve itself to the API, so that links and files have one origin.
    PUBLIC_URL: env['PUBLIC_URL'] || plan.dashboardOrigin,
    SANDBOX_HOST: settings.sandboxHost,
    SANDBOX_PORT: String(plan.sandboxPort),
    SANDBOX_URL: plan.sandboxUrl,
    SANDBOX_DATA_DIR: path.join(settings.dataDir, 'sandbox'),
    STORAGE_DIR: env['STORAGE_DIR'] || path.join(settings.dataDir, 'media'),
    SEED_API_KEY: settings.seedApiKey ?? secrets.apiKey,
    // During development, webhook receivers run on this machine.
    WEBHOOK_ALLOW_CIDRS: env['WEBHOOK_ALLOW_CIDRS'] || loopbackCidrs,
    // Without a drain, a restart after a change of the code is immediate.
    ...(parts.followsSources ? { DRAIN_DELAY_MS: '0' } : {}),
  };
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Variables for our own dev server, so that a cloud profile in the user's home or shell does not apply. */
function ownTemporalEnv(dataDir: string): NodeJS.ProcessEnv {
  const file = path.join(dataDir, 'temporal', 'profile.toml');
  writeFileSync(file, '[profile.default]\n', { mode: 0o600 });
  return { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: '', TEMPORAL_API_KEY: '', TEMPORAL_TLS: '' };
}

/** The program `punctual`: as TypeScript, built, or of a release. */
const ownProgram = process.argv[1] ?? '';
const typescriptLoader = pathToFileURL(inProject('scripts', 'typescript-loader.mjs')).href;

function programSpec(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  onLine: ProcessSpec['onLine'],
): ProcessSpec {
  return { name, command: process.execPath, args, env, cwd: projectRoot, ...(onLine ? { onLine } : {}) };
}

/** The arguments of Node.js for a command of the program that runs here. */
function binArgs(name: string, { followsSources }: StackParts): string[] {
  return followsSources
    ? ['--import', typescriptLoader, ownProgram, name]
    : ['--enable-source-maps', ownProgram, name];
}

/** Runs a program to its end and returns the last line of its output. */
async function runOnce(parts: StackParts, name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { keeper, outputs } = parts;
  const { onLine, logPath } = outputs.of(name);
  let lastLine = '';
  const spec = programSpec(name, binArgs(name, parts), env, (line, stream) => {
    // The output of `seed` contains the key, which does not belong in a log.
    if (stream === 'stdout' && line.trim() !== '') lastLine = line;
    if (stream === 'stderr' || name !== 'seed') onLine(line);
  });
  const running = await keeper.start(spec, 'service', [...serviceStopSteps]);
  const timer = setTimeout(() => void running.stop([]), oneShotTimeoutMs);
  const end = await running.ended;
  clearTimeout(timer);
  keeper.signal.throwIfAborted();
  if (end.code === 0) return lastLine;
  throw new LauncherFault(`The step "${name}" failed (${describeEnd(end)}). Its log is ${logPath}.`);
}

export async function migrate(parts: StackParts, env: NodeJS.ProcessEnv): Promise<void> {
  await runOnce(parts, 'migrate', env);
}

/**
 * Creates a workspace, its key and sandbox accounts. Every start returns the same ones, except accounts that were
 * disconnected.
 */
export async function seed(
  parts: StackParts,
  env: NodeJS.ProcessEnv,
  secretsFile: string,
): Promise<SeedResult> {
  const line = await runOnce(parts, 'seed', env);
  const result = seedSchema.safeParse(parseJson(line));
  if (!result.success)
    throw new LauncherFault('The step "seed" did not print a line of JSON with its result.');
  saveApiKey(secretsFile, parts.secrets, result.data.apiKey);
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function runServices(parts: StackParts, names: string[], env: NodeJS.ProcessEnv): void {
  // Node.js restarts the programs when a file of src/ changes, and waits for the next change after a crash.
  const watchArgs = parts.followsSources
    ? [`--watch-path=${inProject('src')}`, '--watch-preserve-output']
    : [];
  for (const name of names) runService(parts, name, [...watchArgs, ...binArgs(name, parts)], env);
}

function runService(parts: StackParts, name: string, args: string[], env: NodeJS.ProcessEnv): void {
  const { keeper, screen, outputs, watch } = parts;
  const { onLine, logPath } = outputs.of(name);
  const start = (): ReturnType<typeof keeper.start> =>
    keeper.start(programSpec(name, args, env, onLine), 'service', [...serviceStopSteps]);
  watch(supervise({ name, start, signal: keeper.signal, say: screen.warn, logPath }));
}

/** Serves the dashboard from its sources, so that changes show immediately. Vite forwards its requests to the API. */
export async function followDashboard(parts: StackParts, env: NodeJS.ProcessEnv): Promise<void> {
  const { plan, keeper } = parts;
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const place = ['--host', '127.0.0.1', '--port', String(plan.dashboardPort), '--strictPort'];
  runService(parts, 'dashboard', [vite, inProject('packages', 'dashboard'), ...place], {
    ...env,
    PUNCTUAL_URL: plan.apiOrigin,
  });
  await waitForStatus(plan.dashboardOrigin, 'The dashboard did not answer', answerTimeoutMs, keeper.signal);
}

export async function waitForSandbox({ plan, keeper }: StackParts): Promise<void> {
  await waitForStatus(
    `${plan.sandboxUrl}/publications`,
    'The sandbox did not answer',
    answerTimeoutMs,
    keeper.signal,
  );
}

export async function waitForApi({ plan, keeper, outputs }: StackParts): Promise<void> {
  const { signal } = keeper;
  await waitForStatus(
    `${plan.apiOrigin}/healthz`,
    `The API (log: ${outputs.of('api').logPath}) did not answer`,
    answerTimeoutMs,
    signal,
  );
  const failure = `The worker (log: ${outputs.of('worker').logPath}) was not ready`;
  // An API without Temporal is ready but degraded, which is not enough for a new stack.
  await waitFor(async () => readyWord(await httpText(`${plan.apiOrigin}/readyz`)), {
    timeoutMs: readyTimeoutMs,
    failure,
    signal,
  });
}

const readySchema = z.object({ status: z.literal('ok') });

function readyWord(text: string | undefined): true | undefined {
  return readySchema.safeParse(parseJson(text ?? '')).success ? true : undefined;
}

async function waitForStatus(
  url: string,
  failure: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  await waitFor(async () => ((await httpStatus(url)) === 200 ? true : undefined), {
    timeoutMs,
    failure,
    signal,
  });
}
