import { fork, type ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { AppError } from '../domain/errors.js';
import { inProject } from '../project-root.js';
import type { MediaSource } from './media-probe.js';
import { watchWork } from './process-clock.js';
import {
  readBytesMax,
  type FromWorker,
  type MediaTask,
  type TaskAnswers,
  type ToWorker,
} from './worker/protocol.js';

/** In tests this module is TypeScript, which Node 20 reads only with a loader. */
const isBuilt = !import.meta.url.endsWith('.ts');
const entry = isBuilt
  ? inProject('dist', 'program', 'media-worker.js')
  : inProject('src', 'media', 'worker', 'main.ts');
const loader = pathToFileURL(inProject('scripts', 'typescript-loader.mjs'));
const loading = isBuilt ? [] : ['--import', loader.href];
const heapMiB = 512;
/** The processor time that the start of a process may take. It needs about one second. */
const startTimeoutMs = 30_000;
/** The maximum elapsed time of a start or a task, as a multiple of its processor time, on a busy machine. */
const patience = 6;
/** The number of bytes that one task may read of an asset, in all reads together. */
const readBytesTotalMax = 192 * 1024 * 1024;
const readsMax = 20_000;

export type WorkOutcome =
  | { kind: 'answer'; answer: TaskAnswers[MediaTask['task']] }
  /** The process took too long or died, perhaps because of the asset. */
  | { kind: 'lost'; how: 'too long' | 'died' };

/** One process that inspects one asset at a time. */
export interface WorkerProcess {
  /** Runs a task. Rejects if the bytes could not be read, which says nothing about the asset. */
  run(job: MediaTask, source: MediaSource, timeoutMs: number): Promise<WorkOutcome>;
  readonly isAlive: boolean;
  end(): void;
}

export function startWorkerProcess(): WorkerProcess {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv: [...loading, `--max-old-space-size=${heapMiB}`],
    // The process reads untrusted bytes, so it gets none of our secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isAlive = true;
  child.once('exit', () => (isAlive = false));
  child.once('error', () => (isAlive = false));
  const ready = untilReady(child);
  // Marks the process as dead immediately, because the exit event comes later and no task may get the process before
  // that.
  const end = (): void => {
    isAlive = false;
    child.kill('SIGKILL');
  };
  return {
    run: async (job, source, timeoutMs) => {
      if (await ready) return runJob({ child, end }, job, source, timeoutMs);
      end();
      throw new AppError('RETRY', 'The server is too busy to check the file. Try again.', {});
    },
    get isAlive() {
      return isAlive && child.connected;
    },
    end,
  };
}

/** Waits until the process is ready, so that the start-up time does not count against an asset. */
function untilReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReady: boolean) => (): void => {
      clock.pause();
      holdProcess(child, false);
      resolve(isReady);
    };
    const clock = watchWork({ pid: child.pid, totalMs: startTimeoutMs, patience }, settle(false));
    clock.resume();
    child.once('message', settle(true)).once('exit', settle(false)).once('error', settle(false));
  });
}

/** Keeps the parent process alive while the worker is busy, but not while it is idle. */
function holdProcess(child: ChildProcess, hold: boolean): void {
  for (const handle of [child, child.channel]) {
    if (hold) handle?.ref();
    else handle?.unref();
  }
}

function runJob(
  { child, end }: { child: ChildProcess; end: () => void },
  job: MediaTask,
  source: MediaSource,
  timeoutMs: number,
): Promise<WorkOutcome> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const clock = watchWork({ pid: child.pid, totalMs: timeoutMs, patience }, () => {
      end();
      finish(() => resolve({ kind: 'lost', how: 'too long' }));
    });
    const budget = { readsLeft: readsMax, bytesLeft: readBytesTotalMax };
    const giveBytes = async (range: { start: number; end: number }): Promise<void> => {
      clock.pause();
      try {
        const bytes = await readFor(range, source, budget);
        if (isOver) return;
        tell(child, { type: 'bytes', bytes });
        clock.resume();
      } catch (error) {
        end();
        finish(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const onMessage = (message: FromWorker): void => {
      if (message.type === 'read') void giveBytes(message);
      else if (message.type === 'done') finish(() => resolve({ kind: 'answer', answer: message.answer }));
      else if (message.type === 'failed') {
        finish(() => reject(new Error(`A media worker failed: ${message.message}`)));
      }
    };
    const onExit = (): void => {
      end();
      finish(() => resolve({ kind: 'lost', how: 'died' }));
    };
    const finish = (settle: () => void): void => {
      isOver = true;
      clock.pause();
      child.off('message', onMessage).off('exit', onExit);
      holdProcess(child, false);
      settle();
    };
    child.on('message', onMessage).on('exit', onExit);
    holdProcess(child, true);
    tell(child, { type: 'job', job, sizeBytes: source.sizeBytes });
    clock.resume();
  });
}

function tell(child: ChildProcess, message: ToWorker): void {
  // The exit event reports a dead worker.
  child.send(message, () => undefined);
}

async function readFor(
  { start, end }: { start: number; end: number },
  source: MediaSource,
  budget: { readsLeft: number; bytesLeft: number },
): Promise<Uint8Array> {
  budget.readsLeft -= 1;
  budget.bytesLeft -= end - start;
  const isSound = start >= 0 && start < end && end <= source.sizeBytes && end - start <= readBytesMax;
  if (!isSound || budget.readsLeft < 0 || budget.bytesLeft < 0) {
    throw new Error('A media worker asked for more than it may read.');
  }
  const bytes = new Uint8Array(end - start);
  let length = 0;
  for await (const chunk of source.read({ start, end })) {
    if (length + chunk.length > bytes.length)
      throw new Error('The storage returned more bytes than requested.');
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}
