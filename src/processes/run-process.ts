const privateUmask = 0o077;
/** The time that open connections and timers have to end after `main`. */
const endMsMax = 5_000;

/**
 * Runs the main function of an entry point. The first SIGINT or SIGTERM aborts the signal, so that `main` can drain; a
 * second one ends the process. A configuration error prints one clear sentence, any other error its stack, and the
 * process ends with code 1.
 */
export async function runProcess(main: (signal: AbortSignal) => Promise<void>): Promise<void> {
  // Files of this process and its child processes, especially media, are readable only by their owner.
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
    // Loaded only here, so that a command that prints its usage need not load the whole configuration.
    const { ConfigError } = await import('../config/env.js');
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
    controller.abort();
  } finally {
    // A process that has done its work, or cannot do it, must end: otherwise no supervisor would start it again.
    setTimeout(() => process.exit(), endMsMax).unref();
  }
}
