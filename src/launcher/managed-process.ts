import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { LauncherFault, errorText } from './fault.js';

const lineCharsMax = 8_192;

export interface StopStep {
  signal: NodeJS.Signals;
  waitMs: number;
}

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Each line of stdout and stderr. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ManagedProcess {
  name: string;
  pid: number;
  /** Resolves when the process has ended and its output has been read. */
  ended: Promise<ProcessEnd>;
  hasEnded: () => boolean;
  /** Sends each step's signal unless the process has already ended. SIGKILL follows the last one. */
  stop: (steps: StopStep[]) => Promise<void>;
}

/** Starts a program in its own process group, so that only we decide when it receives a Ctrl-C. */
export async function startProcess(spec: ProcessSpec): Promise<ManagedProcess> {
  const { name, command, args, env, cwd, uid, gid, onLine } = spec;
  const child = spawn(command, args, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0));
    child.once('error', (error) =>
      reject(new LauncherFault(`${name} could not be started from ${command}: ${errorText(error)}.`)),
    );
  });
  // After the spawn, an error event only means that a signal could not be sent.
  child.on('error', () => undefined);
  readLines(child.stdout, (line) => onLine?.(line, 'stdout'));
  readLines(child.stderr, (line) => onLine?.(line, 'stderr'));
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    name,
    pid,
    ended,
    hasEnded: () => hasExited(child),
    stop: (steps) => stopChild(child, pid, ended, steps),
  };
}

/** Describes in words how a process ended. */
export function describeEnd({ code, signal }: ProcessEnd): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function stopChild(
  child: ChildProcess,
  pid: number,
  ended: Promise<ProcessEnd>,
  steps: StopStep[],
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (hasExited(child)) break;
    child.kill(signal);
    if (await endsWithin(ended, waitMs)) return;
  }
  killGroup(pid);
  await endsWithin(ended, 1_000);
}

async function endsWithin(ended: Promise<ProcessEnd>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, waitMs, false);
  });
  const isEnded = await Promise.race([ended.then(() => true), timedOut]);
  clearTimeout(timer);
  return isEnded;
}

/** Kills the whole process group, so that nothing that the program started remains. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone, which is what we want.
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) =>
    onLine(line.slice(0, lineCharsMax)),
  );
}
