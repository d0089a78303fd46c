import { ConfigError } from '../config/env.js';

const privateUmask = 0o077;

/**
 * The frame of every entry point: the first SIGINT or SIGTERM aborts the signal and lets `main` drain, a second
 * one ends the process. A fault of the configuration is one clear sentence; anything else shows its stack.
 */
export async function runProcess(main: (signal: AbortSignal) => Promise<void>): Promise<void> {
  // Media above all: what we write is our user's alone, and what our child processes write, too.
  process.umask(privateUmask);
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  try {
    await main(controller.signal);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
  }
}
