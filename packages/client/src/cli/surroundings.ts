import { ownClock, type Clock } from '../clock.js';
import { openInBrowser } from './browser.js';
import { exitCodes } from './failures.js';

/** A stream that the command line writes to, such as standard output. */
export interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  columns?: number;
}

/** The environment of a command: its streams, its clock and more. Tests replace it. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  clock: Clock;
  /** Opens a URL in the user's browser. Returns whether one could be started. */
  browse: (url: string) => Promise<boolean>;
  /**
   * A signal that is aborted at Ctrl-C, or when the program that reads standard output ends. Only commands that must
   * clean up ask for it: the others end at once, as programs do by default.
   */
  interruption: () => AbortSignal;
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function ownSurroundings(): Surroundings {
  const { env, stdin, stdout, stderr } = process;
  return { env, stdin, stdout, stderr, clock: ownClock, browse: openInBrowser, interruption };
}

/** The signal of `interruption`, once a command has asked for it. */
let cleaning: AbortController | null = null;

function interruption(): AbortSignal {
  const controller = (cleaning ??= new AbortController());
  for (const name of endingSignals) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes.failed);
      controller.abort();
    });
  }
  return controller.signal;
}

/** How many pieces of work must not be interrupted, and whether the process is to end after them. */
const held = { works: 0, isReaderGone: false };

/**
 * A reader such as `head` may close the pipe early. The command then ends without a message, with the usual exit code.
 */
export function endWithReader(): void {
  process.stdout.on('error', () => {
    if (cleaning !== null) cleaning.abort();
    else if (held.works > 0) held.isReaderGone = true;
    else process.exit(exitCodes.brokenPipe);
  });
  // If standard error is closed, messages are lost, and the command continues.
  process.stderr.on('error', () => undefined);
}

/** Postpones Ctrl-C and the end of the reader until the work has ended. */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  const received: NodeJS.Signals[] = [];
  const note = (name: NodeJS.Signals): void => {
    received.push(name);
  };
  for (const name of endingSignals) process.on(name, note);
  held.works += 1;
  try {
    return await work();
  } finally {
    held.works -= 1;
    for (const name of endingSignals) process.off(name, note);
    // If there are other listeners, they have received the signal themselves.
    for (const name of received) if (process.listenerCount(name) === 0) process.kill(process.pid, name);
    if (held.isReaderGone && held.works === 0) process.exit(exitCodes.brokenPipe);
  }
}
