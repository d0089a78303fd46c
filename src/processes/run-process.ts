import { ConfigError } from '../config/env.js';

const privateUmask = 0o077;
/** After an error, the longest time in which open connections and timers may end. */
const endMsMax = 5_000;

/**
 * The frame of every entry point. The first SIGINT or SIGTERM aborts the signal, so that `main` can drain; a
 * second one ends the process. A configuration error prints one clear sentence, any other error its stack, and the process
 * ends with code 1.
 */
export async function runProcess(main: (signal: AbortSignal) => Promise<void>): Promise<void> {
  // Files that we and our child processes write, above all media, are readable by our user only.
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
    // Nothing may keep a process alive that does not do its work, or no supervisor would restart it.
    controller.abort();
    setTimeout(() => process.exit(), endMsMax).unref();
  }
}
