import { asyncLocalStorage, type Context } from '@temporalio/activity';
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  RetryState,
  TemporalFailure,
} from '@temporalio/common';
import { CancellationScope, places } from './scope.js';

export type RunStatus = 'DELAYED' | 'RUNNING' | 'COMPLETED' | 'CLOSED';

export interface Run {
  readonly id: string;
  readonly type: string;
  readonly input: unknown;
  status: RunStatus;
  scope: CancellationScope;
  /** Whether its workflow tasks fail, so that the run exists but does nothing. */
  stalled: boolean;
  commands: number;
  /** Whether its code has run. */
  begun: boolean;
}

export interface TaskOptions {
  startToCloseTimeout?: string | number | undefined;
  cancellationType?: string | undefined;
  retry?: { maximumAttempts?: number | undefined } | undefined;
}

/** An activity that a run has requested. */
export interface Task {
  readonly run: Run;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly isLocal: boolean;
  readonly options: TaskOptions;
  tries: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** A try of a task, in progress on a worker. */
export interface Execution {
  readonly task: Task;
  readonly outcome: Promise<Outcome>;
  /** Whether the server has given up the try. Its worker may continue, but its result is ignored. */
  givenUp: boolean;
  /** Continues from the point at which it is held. With an error, it fails there. */
  resume: (error?: Error) => void;
  park: () => void;
}

export interface Fault {
  text: string;
  /** The input of the activity, or of the run. */
  input: unknown;
}

type Outcome = { value: unknown } | { error: unknown };

interface Timer {
  atMs: number;
  order: number;
  run: Run | null;
  fire: () => void;
}

type Definition = (input: never) => Promise<unknown>;
type ActivityTable = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

const retryDelayMs = 1_000;
/**
 * Measured on the real clock. An activity that takes longer waits for something that never happens, because no time
 * passes.
 */
const stuckMsMax = 240_000;

/** Thrown by a run that continues as new under its id. */
export class ContinueAsNew extends Error {
  readonly input: unknown;
  constructor(input: unknown) {
    super('continue as new');
    this.input = input;
  }
}

/**
 * The part of Temporal that the publish protocol uses, in memory. Nothing happens by itself: the test decides which
 * task is performed next, which timer fires, and what is lost. Runs are never replayed, but can be lost.
 */
export class MemoryTemporal {
  nowMs: number;
  readonly runs = new Map<string, Run>();
  queue: Task[] = [];
  held: Execution[] = [];
  /** Unexpected errors, such as those thrown by an activity or by workflow code. */
  readonly faults: Fault[] = [];
  /** The try that is in progress. */
  current: Execution | undefined;
  #timers: Timer[] = [];
  #conditions: { run: Run; test: () => boolean; resolve: () => void }[] = [];
  #order = 0;
  readonly #definitions: Readonly<Record<string, Definition>>;
  readonly #activities: () => ActivityTable;
  readonly #isExpected: (error: unknown) => boolean;

  constructor(options: {
    nowMs: number;
    definitions: Readonly<Record<string, Definition>>;
    activities: () => ActivityTable;
    /** Whether an activity may throw this. */
    isExpected?: (error: unknown) => boolean;
  }) {
    this.nowMs = options.nowMs;
    this.#definitions = options.definitions;
    this.#activities = options.activities;
    this.#isExpected = options.isExpected ?? (() => false);
  }

  /** Starts a run, unless there is one with this id, open or closed. */
  async start(type: string, id: string, input: unknown, delayMs: number): Promise<void> {
    if (this.runs.has(id)) return;
    const run = this.#create(type, id, input, delayMs > 0 ? 'DELAYED' : 'RUNNING');
    if (delayMs > 0) this.addTimer(run, delayMs, () => this.#begin(run));
    else this.#begin(run);
    await this.settle();
  }

  async cancel(id: string): Promise<'requested' | 'gone'> {
    const run = this.runs.get(id);
    if (run === undefined || !isOpen(run)) return 'gone';
    if (run.status === 'DELAYED') this.#close(run, 'CLOSED');
    else if (!run.stalled) run.scope.cancel();
    await this.settle();
    return 'requested';
  }

  terminate(id: string): void {
    const run = this.runs.get(id);
    if (run !== undefined && isOpen(run)) this.#close(run, 'CLOSED');
  }

  describe(id: string): 'running' | 'completed' | 'closed' | 'missing' {
    const run = this.runs.get(id);
    if (run === undefined) return 'missing';
    if (isOpen(run)) return 'running';
    return run.status === 'COMPLETED' ? 'completed' : 'closed';
  }

  /** Makes Temporal forget the run. Its worker may continue, but its result is ignored. */
  lose(run: Run): void {
    this.#close(run, 'CLOSED');
    this.runs.delete(run.id);
  }

  /** Makes the run stay, without doing anything any more. */
  stall(run: Run): void {
    run.stalled = true;
    this.#dropWorkOf(run);
  }

  addTimer(run: Run | null, delayMs: number, fire: () => void): () => void {
    const timer = { atMs: this.nowMs + Math.max(0, delayMs), order: (this.#order += 1), run, fire };
    this.#timers.push(timer);
    this.#timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  addCondition(run: Run, test: () => boolean, resolve: () => void): void {
    this.#conditions.push({ run, test, resolve });
  }

  schedule(task: Task): void {
    task.run.commands += 1;
    this.queue.push(task);
  }

  /** The effect of a canceled scope on its task. */
  cancelTask(task: Task): void {
    const cancelled = this.#failureOf(task, new CancelledFailure('The activity was cancelled'));
    if (this.queue.includes(task)) {
      this.queue = this.queue.filter((other) => other !== task);
      task.reject(cancelled);
    } else if (task.options.cancellationType === 'TRY_CANCEL') {
      for (const execution of this.held) if (execution.task === task) execution.givenUp = true;
      task.reject(cancelled);
    }
  }

  get nextTimerMs(): number | undefined {
    return this.#timers[0]?.atMs;
  }

  /** Moves the time to the next timer and fires it. False if there is none until then. */
  async fireNext(untilMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const [timer] = this.#timers;
    if (timer === undefined || timer.atMs > untilMs) return false;
    this.#timers.shift();
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    timer.fire();
    await this.settle();
    return true;
  }

  /** Lets time pass and fires the timers that are due, but no worker performs a task. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    while (await this.fireNext(untilMs));
    this.nowMs = untilMs;
  }

  /** Performs a queued task until it ends or is held. `loseResult`: it ends, but the server does not get the result. */
  async perform(task: Task, { loseResult = false } = {}): Promise<void> {
    this.queue = this.queue.filter((other) => other !== task);
    task.tries += 1;
    const context = {
      heartbeat: () => undefined,
      cancellationSignal: new AbortController().signal,
    } as unknown as Context;
    const execution: Execution = {
      task,
      givenUp: loseResult,
      resume: () => undefined,
      park: () => undefined,
      outcome: asyncLocalStorage.run(context, () => this.#invoke(task)),
    };
    await this.#watch(execution);
    if (loseResult && !this.held.includes(execution))
      await this.#fail(task, new Error('the result was lost'));
  }

  /** Stops the calling activity until it is resumed. */
  hold(): Promise<void> {
    const execution = this.current;
    if (execution === undefined) throw new Error('nothing is being performed');
    return new Promise((resolve, reject) => {
      execution.resume = (error) => {
        if (error === undefined) resolve();
        else reject(error);
      };
      execution.park();
    });
  }

  async resume(execution: Execution): Promise<void> {
    this.held = this.held.filter((other) => other !== execution);
    const watched = this.#watch(execution);
    execution.resume();
    await watched;
  }

  /** Gives up a try, as the server does if it gets no more heartbeats. The worker may only be slow. */
  async giveUp(execution: Execution): Promise<void> {
    if (execution.givenUp) return;
    execution.givenUp = true;
    await this.#fail(execution.task, new Error('heartbeat timeout'));
  }

  /** Ends all held tries, so that none of them outlives the sequence. */
  abandonAll(): Promise<void> {
    return this.abandon(() => true);
  }

  async abandon(which: (execution: Execution) => boolean): Promise<void> {
    const abandoned = this.held.filter(which);
    this.held = this.held.filter((execution) => !abandoned.includes(execution));
    for (const execution of abandoned) {
      execution.givenUp = true;
      execution.resume(new Error('the sequence is over'));
      await execution.outcome;
    }
  }

  /**
   * Lets workflow code run until it waits for the server. It waits for nothing else, except for promises of its own.
   */
  async settle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const ready = this.#conditions.filter(({ run, test }) => !run.stalled && isOpen(run) && test());
      if (ready.length === 0) return;
      this.#conditions = this.#conditions.filter((condition) => !ready.includes(condition));
      for (const { resolve } of ready) resolve();
    }
  }

  #create(type: string, id: string, input: unknown, status: RunStatus): Run {
    const scope = new CancellationScope({ cancellable: true });
    const run = { id, type, input, status, scope, stalled: false, commands: 0, begun: false };
    this.runs.set(id, run);
    return run;
  }

  #begin(run: Run): void {
    run.status = 'RUNNING';
    run.begun = true;
    const definition = this.#definitions[run.type];
    if (definition === undefined) throw new Error(`no workflow ${run.type}`);
    const place = { server: this, run, scope: run.scope };
    places
      .run(place, () => definition(run.input as never))
      .then(
        () => this.#close(run, 'COMPLETED'),
        (error: unknown) => this.#endWith(run, error),
      );
  }

  #endWith(run: Run, error: unknown): void {
    if (error instanceof ContinueAsNew) {
      if (!isOpen(run)) return;
      this.#close(run, 'CLOSED');
      this.#begin(this.#create(run.type, run.id, error.input, 'RUNNING'));
    } else if (error instanceof TemporalFailure) {
      this.#close(run, 'CLOSED');
    } else {
      this.faults.push({ text: `workflow ${run.type} broke: ${String(error)}`, input: run.input });
      this.stall(run);
    }
  }

  #close(run: Run, status: 'COMPLETED' | 'CLOSED'): void {
    if (!isOpen(run)) return;
    run.status = status;
    this.#dropWorkOf(run);
  }

  #dropWorkOf(run: Run): void {
    this.queue = this.queue.filter((task) => task.run !== run);
    this.#timers = this.#timers.filter((timer) => timer.run !== run);
    this.#conditions = this.#conditions.filter((condition) => condition.run !== run);
    for (const execution of this.held) if (execution.task.run === run) execution.givenUp = true;
  }

  async #invoke(task: Task): Promise<Outcome> {
    const activity = this.#activities()[task.name];
    // Waits for the next turn, so that `current` is set when the activity begins.
    await Promise.resolve();
    try {
      if (activity === undefined) throw new Error(`no activity ${task.name}`);
      return { value: await activity(...(task.args as never[])) };
    } catch (error) {
      return { error };
    }
  }

  /** Waits until a try ends or is held. */
  async #watch(execution: Execution): Promise<void> {
    const { task } = execution;
    this.current = execution;
    const parked = new Promise<'HELD'>((resolve) => {
      execution.park = () => resolve('HELD');
    });
    let stuck: NodeJS.Timeout | undefined;
    const endless = new Promise<never>((_, reject) => {
      const text = `activity ${task.name} has not ended within ${stuckMsMax} ms`;
      stuck = setTimeout(() => reject(new Error(text)), stuckMsMax);
    });
    const result = await Promise.race([execution.outcome, parked, endless]).finally(() => {
      clearTimeout(stuck);
      this.current = undefined;
    });
    if (result === 'HELD') {
      this.held.push(execution);
      const limitMs = msOf(task.options.startToCloseTimeout);
      if (limitMs !== undefined) this.addTimer(task.run, limitMs, () => void this.giveUp(execution));
    } else if (!execution.givenUp) {
      if ('value' in result) task.resolve(result.value);
      else {
        const text = `activity ${task.name} threw: ${describeError(result.error)}`;
        if (!this.#isExpected(result.error)) this.faults.push({ text, input: task.args[0] });
        await this.#fail(task, result.error);
      }
    }
    await this.settle();
  }

  async #fail(task: Task, cause: unknown): Promise<void> {
    if (!isOpen(task.run) || task.run.stalled) return;
    const triesMax = task.options.retry?.maximumAttempts ?? Number.POSITIVE_INFINITY;
    const isFinal = cause instanceof ApplicationFailure && cause.nonRetryable === true;
    if (!isFinal && task.tries < triesMax) {
      this.addTimer(task.run, retryDelayMs, () => this.queue.push(task));
      return;
    }
    task.reject(this.#failureOf(task, cause instanceof Error ? cause : new Error(String(cause))));
    await this.settle();
  }

  #failureOf(task: Task, cause: Error): ActivityFailure {
    const message = 'Activity task failed';
    return new ActivityFailure(message, task.name, '1', RetryState.TIMEOUT, undefined, cause);
  }
}

function isOpen({ status }: Run): boolean {
  return status === 'DELAYED' || status === 'RUNNING';
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name}: ${error.message.slice(0, 300)}${cause}`;
}

const unitMs: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** '3 minutes', '90 seconds' or a number of milliseconds. */
export function msOf(duration: string | number | undefined): number | undefined {
  if (duration === undefined || typeof duration === 'number') return duration;
  const [, amount, unit] = /^(\d+) (\w+?)s?$/.exec(duration) ?? [];
  const ms = unit === undefined ? undefined : unitMs[unit];
  if (ms === undefined) throw new Error(`not a duration: ${duration}`);
  return Number(amount) * ms;
}
