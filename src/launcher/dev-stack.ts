import { existsSync } from 'node:fs';
import path from 'node:path';
import { createOutputs } from './child-output.js';
import { errorCode, errorText, LauncherFault, StoppedError } from './fault.js';
import {
  closeToOthers,
  ensureWritableFolder,
  privateUmask,
  removeFile,
  writeJsonAtomically,
} from './files.js';
import { createKeeper, endLeftovers, type Keeper } from './keeper.js';
import { acquireLock } from './lock.js';
import { startReaper } from './reaper.js';
import { addSamplePosts } from './sample-posts.js';
import { createPaint, createScreen, type Screen } from './screen.js';
import { loadSecrets } from './secrets-file.js';
import { readSettings, type Settings } from './settings.js';
import type { StackParts } from './stack-parts.js';
import { planStack } from './stack-plan.js';
import { bringUpDatabase, bringUpTemporal } from './stack-servers.js';
import {
  followDashboard,
  migrate,
  runServices,
  seed,
  serviceEnv,
  waitForApi,
  waitForSandbox,
} from './stack-services.js';
import { ensureExampleMedia } from './example-media.js';
import { summaryText, type DevInfo } from './summary.js';

// npm repeats a Ctrl-C that we have already received, so only a later one means "stop at once".
const repeatedSignalMs = 1_000;
/** The subfolders of the data folder that only their owner may read. Postgres protects its own. */
const privateFolders = ['logs', 'media', 'sandbox', 'temporal'];
const systemFaults = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EISDIR', 'EMFILE']);

type StackOptions = Pick<StackParts, 'followsSources'>;

/** Starts the stack, waits for a signal, and stops it. Returns the exit code. */
export async function runDevStack(env: NodeJS.ProcessEnv, options: StackOptions): Promise<number> {
  const screen = createScreen();
  process.umask(privateUmask);
  try {
    const settings = readSettings(env);
    ensureWritableFolder(settings.dataDir, 'DATA_DIR');
    closeToOthers(privateFolders.map((name) => path.join(settings.dataDir, name)));
    const lock = acquireLock(path.join(settings.dataDir, 'launcher.lock'), settings.dataDir);
    try {
      return await runLocked(settings, { env, screen, ...options });
    } finally {
      lock.release();
    }
  } catch (error) {
    return reportFailure(error, screen);
  }
}

async function runLocked(
  settings: Settings,
  given: Pick<StackParts, 'env' | 'screen' | 'followsSources'>,
): Promise<number> {
  const { screen } = given;
  const pidFile = path.join(settings.dataDir, 'pids.json');
  const leftovers = await endLeftovers(pidFile);
  if (leftovers.length > 0)
    screen.note(`Stopped processes that an earlier start left running: ${leftovers.join(', ')}.`);
  const reaper = startReaper();
  const keeper = createKeeper({ pidFile, reaper });
  const outputs = createOutputs({
    logDir: path.join(settings.dataDir, 'logs'),
    screen,
    isStopping: keeper.isStopping,
  });
  const supervisors: Promise<void>[] = [];
  const stopped = stopOnSignal(keeper, screen);
  try {
    screen.line(`\nStarting Punctual on ${settings.dataDir}`);
    const plan = await planStack(settings, given);
    const secrets = loadSecrets(path.join(settings.dataDir, 'secrets.json'));
    const watch = (supervisor: Promise<void>): void => {
      supervisors.push(supervisor);
    };
    await bringUp({ ...given, settings, plan, secrets, keeper, outputs, watch });
    await stopped;
    return 0;
  } catch (error) {
    // After a Ctrl-C, failures are expected.
    return keeper.isStopping() ? 0 : reportFailure(error, screen);
  } finally {
    await keeper.stopAll();
    await Promise.all(supervisors);
    outputs.close();
    await reaper.end();
  }
}

async function bringUp(parts: StackParts): Promise<void> {
  const { settings, plan, screen } = parts;
  const startMs = performance.now();
  const files = {
    dev: path.join(settings.dataDir, 'dev.json'),
    secrets: path.join(settings.dataDir, 'secrets.json'),
  };
  const isFirstStart = !existsSync(files.dev);
  // The file means "ready", so the one of an earlier run must be deleted.
  removeFile(files.dev);
  const [databaseUrl, temporal] = await together([
    step(screen, 'Postgres', () => bringUpDatabase(parts)),
    step(screen, 'Temporal', () => bringUpTemporal(parts)),
  ]);
  const env = serviceEnv(parts, databaseUrl, temporal);
  await step(screen, 'Database schema', () => migrate(parts, env));
  // The worker takes longest to start, and the seed does not need it.
  runServices(parts, ['worker', 'sandbox'], env);
  const seeded = await step(screen, 'Simulated platforms', async () => {
    await waitForSandbox(parts);
    return seed(parts, env, files.secrets);
  });
  runServices(parts, ['api'], env);
  await step(screen, 'API and worker', () => waitForApi(parts));
  const apiUrl = `${plan.apiOrigin}/api/v1`;
  if (parts.followsSources) await step(screen, 'Dashboard', () => followDashboard(parts, env));
  const exampleMedia = await step(screen, 'Example files', () => ensureExampleMedia({ apiUrl, ...seeded }));
  if (isFirstStart && (settings.samplePosts ?? screen.isTty)) {
    const given = { ...seeded, exampleMedia, now: new Date() };
    await step(screen, 'Sample posts', () => addSamplePosts({ apiUrl, ...seeded }, given));
  }
  const info: DevInfo = {
    apiUrl,
    openapiUrl: `${plan.apiOrigin}/openapi.json`,
    dashboardUrl: plan.dashboardOrigin,
    signInUrl: `${plan.dashboardOrigin}/sign-in`,
    temporalAddress: temporal.address,
    temporalUiUrl: temporal.uiUrl,
    databaseUrl,
    sandboxUrl: plan.sandboxUrl,
    exampleMedia,
    ...seeded,
  };
  writeJsonAtomically(files.dev, info);
  const seconds = elapsed(startMs);
  screen.line(
    summaryText(info, {
      isTty: screen.isTty,
      seconds,
      logDir: path.join(settings.dataDir, 'logs'),
      devFile: files.dev,
    }),
  );
}

/** Like Promise.all, but it waits for both, so that nothing continues in the background of a failed start. */
async function together<A, B>(steps: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

async function step<T>(screen: Screen, label: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const result = await work();
  const paint = createPaint(screen.isTty);
  screen.line(`  ${paint('green', '✓')} ${label.padEnd(22)} ${paint('dim', elapsed(startMs))}`);
  return result;
}

const elapsed = (startMs: number): string => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

/**
 * Stops the stack at the first signal, and resolves when it has stopped. A second signal kills the remaining processes.
 */
function stopOnSignal(keeper: Keeper, screen: Screen): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    const onSignal = (): void => {
      const nowMs = performance.now();
      if (firstMs === undefined) {
        firstMs = nowMs;
        screen.line('\nStopping ... (press Ctrl-C again to stop everything immediately)');
        void keeper.stopAll().then(resolve);
      } else if (nowMs - firstMs >= repeatedSignalMs) {
        keeper.killAll();
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

function reportFailure(error: unknown, screen: Screen): number {
  if (error instanceof StoppedError) return 0;
  if (error instanceof LauncherFault) {
    screen.line(`\npunctual: ${error.message}\n`);
    return 1;
  }
  if (systemFaults.has(errorCode(error) ?? '')) {
    screen.line(
      `\npunctual: ${errorText(error)}. Do you own the data folder, and is there space left on the disk?\n`,
    );
    return 1;
  }
  throw error;
}
