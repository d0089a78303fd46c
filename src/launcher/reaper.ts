import { spawn } from 'node:child_process';
import { inProject } from '../project-root.js';

const endTimeoutMs = 1_000;

/** A small separate process that ends our child processes if we are killed with SIGKILL. */
export interface Reaper {
  add: (pid: number, signal: NodeJS.Signals) => void;
  remove: (pid: number) => void;
  end: () => Promise<void>;
}

export function startReaper(): Reaper {
  const child = spawn(process.execPath, [inProject('scripts', 'reaper.mjs')], {
    // The reaper has its own process group, so that a Ctrl-C in the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  child.unref();
  // The reaper may have been killed; the launcher continues without it.
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  const tell = (pid: number, signal: NodeJS.Signals | null): void => {
    if (child.stdin.writable) child.stdin.write(`${JSON.stringify({ pid, signal })}\n`);
  };
  return {
    add: tell,
    remove: (pid) => tell(pid, null),
    end: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(resolve, endTimeoutMs);
        child.once('exit', () => {
          clearTimeout(giveUp);
          resolve();
        });
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        child.stdin.end();
      }),
  };
}
