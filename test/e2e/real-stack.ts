import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { anyFreePort } from '../../src/launcher/ports.js';
import { isAlive } from '../../src/launcher/process-identity.js';
import { waitMsMax } from '../harness/patience.js';

/** The tests send more requests with one key than a caller would. */
const manyRequests = { RATE_LIMIT_BURST: '100000', RATE_LIMIT_SUSTAINED: '100000' };
/** The limit for a start that hangs, and for hooks that start a stack. Even a slow machine needs less. */
export const stackStartMsMax = 900_000;
const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

export interface DevInfo {
  apiUrl: string;
  openapiUrl: string;
  dashboardUrl: string;
  temporalAddress: string;
  temporalUiUrl: string;
  databaseUrl: string;
  sandboxUrl: string;
  apiKey: string;
  workspaceId: string;
  socialAccounts: {
    id: string;
    platform: string;
    needs: 'picture' | 'video' | null;
    platformOptions: Record<string, unknown> | null;
  }[];
  signInUrl: string;
  signIn: { email: string; token: string };
  exampleMedia: { picture: string; video: string };
}

export interface RealStack {
  info: DevInfo;
  /** Kills all processes at once, like a power cut. */
  killAll: () => Promise<void>;
  /** Stops the stack like Ctrl-C. Returns the exit code and the duration. */
  interrupt: () => Promise<{ code: number | null; tookMs: number }>;
  /** Returns the processes of the stack that are alive. */
  alive: () => number[];
}

/** Runs what `npm start` or `npm run dev` runs, in its own data folder and on free ports. `env` adds settings. */
export async function startRealStack(
  dataDir: string,
  env: Record<string, string>,
  script: 'start' | 'dev' = 'start',
): Promise<RealStack> {
  const command = script === 'start' ? ['scripts/run.mjs', 'demo'] : ['scripts/dev.mjs'];
  const child = spawn(process.execPath, command, {
    cwd: projectFolder,
    env: { ...process.env, ...env, DATA_DIR: dataDir, NODE_ENV: 'development', ...manyRequests },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const devFile = path.join(dataDir, 'dev.json');
  let pids: number[] = [];
  const deadlineMs = performance.now() + stackStartMsMax;
  while (!output.includes('Authorization: Bearer')) {
    if (child.exitCode !== null) throw new Error(`The stack ended early:\n${output}`);
    if (performance.now() > deadlineMs) throw new Error(`The stack is not ready:\n${output}`);
    await delay(200);
  }
  const info = JSON.parse(readFileSync(devFile, 'utf8')) as DevInfo;
  const recorded = (): number[] => {
    const records = JSON.parse(readFileSync(path.join(dataDir, 'pids.json'), 'utf8')) as { pid: number }[];
    return records.map(({ pid }) => pid);
  };
  pids = recorded();
  const everyPid = (): number[] => [
    ...new Set([...pids, ...descendantsOf(child), ...pids.flatMap(descendants)]),
  ];
  return {
    info,
    alive: () => everyPid().filter(isAlive),
    killAll: async () => {
      const doomed = [child.pid ?? 0, ...everyPid()].filter((pid) => pid > 1);
      for (const pid of doomed) killQuietly(pid);
      await vi.waitFor(
        () => {
          if (doomed.some(isAlive)) throw new Error('some process is still alive');
        },
        { timeout: waitMsMax },
      );
    },
    interrupt: async () => {
      const startMs = performance.now();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      pids = everyPid();
      child.kill('SIGINT');
      return { code: await ended, tookMs: performance.now() - startMs };
    },
  };
}

export async function freePorts(): Promise<Record<string, string>> {
  const names = [
    'PORT',
    'DATABASE_PORT',
    'TEMPORAL_PORT',
    'TEMPORAL_UI_PORT',
    'SANDBOX_PORT',
    'DASHBOARD_PORT',
  ];
  const ports: Record<string, string> = {};
  for (const name of names) {
    let port = await anyFreePort();
    while (Object.values(ports).includes(String(port))) port = await anyFreePort();
    ports[name] = String(port);
  }
  return ports;
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

const descendantsOf = (child: ChildProcess): number[] =>
  child.pid === undefined ? [] : descendants(child.pid);

/** Returns all descendants of a process from /proc, or none on a system without /proc. */
function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === ''
      ? []
      : children.split(' ').flatMap((id) => [Number(id), ...descendants(Number(id))]);
  } catch {
    return [];
  }
}
