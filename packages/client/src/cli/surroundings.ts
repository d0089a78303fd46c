import { setTimeout as delay } from 'node:timers/promises';

/** A stream that the command line writes to, such as standard output. */
export interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
}

/** The time, and how to let it pass. */
export interface Clock {
  nowMs: () => number;
  sleep: (delayMs: number) => Promise<void>;
}

/** Where a command reads and writes. Tests give their own. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  clock: Clock;
  /**
   * A signal that Ctrl-C aborts. It is asked for only by commands that must clean up: the others end at once, as
   * programs do by default.
   */
  interruption: () => AbortSignal;
}

export function ownSurroundings(): Surroundings {
  const { env, stdin, stdout, stderr } = process;
  // A reader such as `head` may close the pipe early.
  if (stdout.listenerCount('error') === 0)
    stdout.on('error', () => {
      process.exit();
    });
  return { env, stdin, stdout, stderr, clock: ownClock, interruption };
}

const ownClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (delayMs) => delay(delayMs),
};

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  return controller.signal;
}
