import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { vi } from 'vitest';
import { projectRoot } from '../../src/project-root.js';
import { waitMsMax } from '../harness/patience.js';

/** A command that runs at a terminal. It ends with the test. */
export interface RunningCommand extends AsyncDisposable {
  /** Waits for output that matches, and returns the match. */
  line: (wanted: RegExp) => Promise<string>;
}

/** Runs `npm run NAME -- ARGS` beside the stack of `npm start` with that data folder. */
export function startCommand(args: readonly string[], dataDir: string): RunningCommand {
  const child = spawn(process.execPath, [path.join(projectRoot, 'scripts/run.mjs'), ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    line: (wanted) =>
      vi.waitFor(
        () => {
          const found = wanted.exec(output)?.[0];
          if (found === undefined) throw new Error(`The command did not print ${String(wanted)}:\n${output}`);
          return found;
        },
        { timeout: waitMsMax, interval: 100 },
      ),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
