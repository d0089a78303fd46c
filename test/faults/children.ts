import { stopMsMax } from '../../src/domain/limits.js';
import { projectRoot } from '../../src/project-root.js';
import { httpStatus } from '../../src/launcher/http.js';
import type { Keeper } from '../../src/launcher/keeper.js';
import { describeEnd, type ManagedProcess, type StopStep } from '../../src/launcher/managed-process.js';
import { waitFor } from '../../src/launcher/waiting.js';

const readyTimeoutMs = 300_000;

export interface ChildSpec {
  /** The child's name in logs, such as `worker-1`. */
  name: string;
  /** The file of `punctual`, and its command. */
  program: string;
  bin: string;
  env: NodeJS.ProcessEnv;
  /** Returns 200 when the child is ready. */
  readyUrl: string;
  onLine: (line: string) => void;
  /** Called if the child ends although the run did not stop it. */
  onUnexpectedExit?: (what: string) => void;
}

/** A process of the product that is restarted immediately whenever it ends, as by an orchestrator. */
export interface Child {
  name: string;
  /** Sends SIGKILL. Resolves when the process is gone and the next one is starting. */
  kill: () => Promise<void>;
  /**
   * Sends SIGTERM, and SIGKILL after the 25 s that a process may take. Returns the duration, and starts the next
   * process.
   */
  terminate: () => Promise<number>;
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void;
  /** Sends SIGKILL, and does not restart the process until `release`. */
  hold: () => Promise<void>;
  release: () => void;
  untilReady: () => Promise<void>;
}

export async function startChild(spec: ChildSpec, keeper: Keeper): Promise<Child> {
  const start = (): Promise<ManagedProcess> =>
    keeper.start(
      {
        name: spec.name,
        command: process.execPath,
        args: ['--enable-source-maps', spec.program, spec.bin],
        env: spec.env,
        cwd: projectRoot,
        onLine: spec.onLine,
      },
      'service',
      [{ signal: 'SIGTERM', waitMs: 3_000 }],
    );
  let running = await start();
  let released: Promise<void> | undefined;
  let release = (): void => undefined;
  let restarting = Promise.resolve();
  let endedOnPurpose: ManagedProcess | undefined;
  const stop = (steps: StopStep[]): Promise<void> => {
    endedOnPurpose = running;
    return running.stop(steps);
  };
  const startAgain = async (): Promise<void> => {
    await released;
    if (keeper.isStopping()) return;
    spec.onLine('--- ended, and started again');
    restarting = start().then(
      (started) => {
        running = started;
      },
      () => undefined,
    );
    await restarting;
    if (!running.hasEnded()) watch();
  };
  const watch = (): void => {
    const watched = running;
    void watched.ended.then((end) => {
      if (watched !== endedOnPurpose && !keeper.isStopping())
        spec.onUnexpectedExit?.(`${spec.name}: ${describeEnd(end)}`);
      return startAgain();
    });
  };
  watch();
  return {
    name: spec.name,
    kill: () => stop([]),
    terminate: async () => {
      const startMs = performance.now();
      await stop([{ signal: 'SIGTERM', waitMs: stopMsMax }]);
      return performance.now() - startMs;
    },
    hold: async () => {
      released = new Promise((resolve) => {
        release = resolve;
      });
      await restarting;
      await stop([]);
    },
    release: () => {
      released = undefined;
      release();
    },
    signal: (name) => {
      if (!running.hasEnded()) process.kill(running.pid, name);
    },
    untilReady: async () => {
      await waitFor(async () => ((await httpStatus(spec.readyUrl)) === 200 ? true : undefined), {
        timeoutMs: readyTimeoutMs,
        failure: `${spec.name} was not ready`,
        signal: keeper.signal,
      });
    },
  };
}
