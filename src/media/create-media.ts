import { AppError } from '../domain/errors.js';
import { isPicture } from '../domain/media.js';
import { createFairQueue, QueueFullError } from '../concurrency/fair-queue.js';
import type { MediaProbe, MediaSource, Renderer } from './media-probe.js';
import { startWorkerProcess, type WorkerProcess, type WorkOutcome } from './worker-process.js';
import type { MediaTask, TaskAnswers } from './worker/protocol.js';

export interface MediaOptions {
  /** How many assets are inspected at the same time, each in its own process. */
  workers: number;
  /** How many more can wait. If the queue is full, a job of the owner with the most waiting jobs is refused. */
  queueMax?: number;
  probeTimeoutMs?: number;
  renderTimeoutMs?: number;
}

export type Media = MediaProbe & Renderer & AsyncDisposable;

const queueMaxDefault = 64;
const probeTimeoutMsDefault = 5_000;
const renderTimeoutMsDefault = 30_000;
/** The number of tasks after which a process is replaced, because its native memory becomes fragmented. */
const jobsPerProcessMax = 200;
const idleMsMax = 60_000;

/** Probes and renders media in a bounded pool of processes, which start when there is work. */
export function createMedia(options: MediaOptions): Media {
  const { probeTimeoutMs = probeTimeoutMsDefault, renderTimeoutMs = renderTimeoutMsDefault } = options;
  const pool = createPool(options.workers, options.queueMax ?? queueMaxDefault);
  const run = async <T extends MediaTask>(
    job: T,
    source: MediaSource,
    timeoutMs: number,
  ): Promise<{ answer: TaskAnswers[T['task']] } | { reason: string }> => {
    const attempt = () => pool.run(source, (worker) => worker.run(job, source, timeoutMs));
    let outcome = await attempt();
    // The process may have died for another reason, so the task is tried once more. An asset that kills two processes
    // is the cause.
    if (outcome.kind === 'lost' && outcome.how === 'died') outcome = await attempt();
    if (outcome.kind === 'lost') return { reason: lostReasons[outcome.how] };
    // The worker responds to each task with that task's result type.
    return { answer: outcome.answer as TaskAnswers[T['task']] };
  };
  return {
    probe: async (source) => {
      if (source.sizeBytes === 0) {
        return { ok: false, code: 'EMPTY_BODY', mime: null, reason: 'The file is empty.' };
      }
      const result = await run({ task: 'probe' }, source, probeTimeoutMs);
      if ('answer' in result) return result.answer;
      return { ok: false, code: 'UNREADABLE', mime: null, reason: result.reason };
    },
    thumbnail: async (source, facts) => {
      if (!isPicture(facts.kind)) return null;
      const result = await run({ task: 'thumbnail', facts }, source, probeTimeoutMs);
      return 'answer' in result ? result.answer : null;
    },
    render: async (source, recipe) => {
      const result = await run({ task: 'render', recipe }, source, renderTimeoutMs);
      return 'answer' in result ? result.answer : { ok: false, reason: result.reason };
    },
    planRepack: async (source, recipe) => {
      const result = await run({ task: 'repack', recipe }, source, renderTimeoutMs);
      return 'answer' in result ? result.answer : { ok: false, reason: result.reason };
    },
    [Symbol.asyncDispose]: async () => {
      pool.close();
      await Promise.resolve();
    },
  };
}

const lostReasons = { 'too long': 'It takes too long to read.', died: 'It cannot be read.' };

interface Pool {
  /** Runs the work on a free process. The owners of the assets take turns. */
  run(
    { owner, signal }: Pick<MediaSource, 'owner' | 'signal'>,
    work: (worker: WorkerProcess) => Promise<WorkOutcome>,
  ): Promise<WorkOutcome>;
  close(): void;
}

interface Place {
  worker: WorkerProcess;
  jobs: number;
  idle: NodeJS.Timeout | undefined;
}

function createPool(workers: number, queueMax: number): Pool {
  const free: Place[] = [];
  const queue = createFairQueue({ slots: workers, waitingMax: queueMax });
  let isClosed = false;
  const take = (): Place => {
    for (let place = free.pop(); place !== undefined; place = free.pop()) {
      clearTimeout(place.idle);
      if (place.worker.isAlive) return place;
    }
    return { worker: startWorkerProcess(), jobs: 0, idle: undefined };
  };
  const giveBack = (place: Place): void => {
    if (isClosed || !place.worker.isAlive || place.jobs >= jobsPerProcessMax) {
      place.worker.end();
      return;
    }
    place.idle = setTimeout(() => {
      free.splice(free.indexOf(place), 1);
      place.worker.end();
    }, idleMsMax).unref();
    free.push(place);
  };
  return {
    run: ({ owner = '', signal }, work) => {
      const inPlace = async () => {
        const place = take();
        place.jobs += 1;
        try {
          return await work(place.worker);
        } finally {
          giveBack(place);
        }
      };
      const refused = (cause: unknown) => (cause instanceof QueueFullError ? tooBusy() : cause);
      return queue.run(owner, inPlace, { signal, refused });
    },
    close: () => {
      isClosed = true;
      queue.close();
      for (const { worker, idle } of free.splice(0)) {
        clearTimeout(idle);
        worker.end();
      }
    },
  };
}

function tooBusy(): AppError<'RETRY'> {
  return new AppError('RETRY', 'Too many files are being checked. Try again.', {});
}
