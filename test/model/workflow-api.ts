/**
 * Replaces '@temporalio/workflow' in the tests of the model: the same names, on top of MemoryTemporal. A missing name
 * is undefined, so workflow code that uses it fails visibly.
 */
import { ActivityFailure, CancelledFailure } from '@temporalio/common';
import { ContinueAsNew, msOf, type Task, type TaskOptions } from './memory-temporal.js';
import { here } from './scope.js';

export { ActivityFailure, ApplicationFailure, CancelledFailure, TemporalFailure } from '@temporalio/common';
export { CancellationScope } from './scope.js';

/** After this many commands, a run is told to continue as new. The number is low, so that this happens in the model. */
const commandsBeforeNewRun = 200;

export function isCancellation(error: unknown): boolean {
  if (error instanceof ActivityFailure) return error.cause instanceof CancelledFailure;
  return error instanceof CancelledFailure;
}

type Call = ((...args: unknown[]) => Promise<unknown>) & {
  executeWithOptions: (options: TaskOptions, args: unknown[]) => Promise<unknown>;
};

export function proxyActivities(options: TaskOptions): object {
  return proxyOf(options, false);
}

export function proxyLocalActivities(options: TaskOptions): object {
  return proxyOf(options, true);
}

function proxyOf(options: TaskOptions, isLocal: boolean): object {
  const call = (name: string): Call =>
    Object.assign((...args: unknown[]) => request(name, args, options, isLocal), {
      executeWithOptions: (more: TaskOptions, args: unknown[]) =>
        request(name, args, { ...options, ...more }, isLocal),
    });
  return new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? call(name) : undefined) });
}

function request(
  name: string,
  args: readonly unknown[],
  options: TaskOptions,
  isLocal: boolean,
): Promise<unknown> {
  const { server, run, scope } = here();
  return new Promise((resolve, reject) => {
    scope.throwIfCancelled();
    const task: Task = { run, name, args, isLocal, options, tries: 0, resolve, reject };
    server.schedule(task);
    const forget = scope.onCancel(() => server.cancelTask(task));
    task.resolve = (value) => {
      forget();
      resolve(value);
    };
    task.reject = (error) => {
      forget();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
  });
}

export function sleep(duration: string | number): Promise<void> {
  const { server, run, scope } = here();
  return new Promise((resolve, reject) => {
    scope.throwIfCancelled();
    run.commands += 1;
    const stop = server.addTimer(run, msOf(duration) ?? 0, () => {
      forget();
      resolve();
    });
    const forget = scope.onCancel(() => {
      stop();
      reject(new CancelledFailure('Timer canceled'));
    });
  });
}

export async function condition(test: () => boolean, timeout?: string | number): Promise<boolean> {
  if (test()) return true;
  const { server, run, scope } = here();
  return new Promise((resolve, reject) => {
    scope.throwIfCancelled();
    server.addCondition(run, test, () => resolve(true));
    scope.onCancel(() => reject(new CancelledFailure('Condition canceled')));
    const ms = msOf(timeout);
    if (ms !== undefined) server.addTimer(run, ms, () => resolve(test()));
  });
}

export function workflowInfo(): object {
  const { run } = here();
  return {
    workflowId: run.id,
    workflowType: run.type,
    runId: run.id,
    taskQueue: 'punctual',
    namespace: 'default',
    attempt: 1,
    historyLength: run.commands * 3,
    historySize: run.commands * 1_000,
    continueAsNewSuggested: run.commands >= commandsBeforeNewRun,
    searchAttributes: {},
    memo: {},
    unsafe: { isReplaying: false },
  };
}

export function continueAsNew(input: unknown): Promise<never> {
  return Promise.reject(new ContinueAsNew(input));
}

export function makeContinueAsNewFunc(): (input: unknown) => Promise<never> {
  return continueAsNew;
}

const ignore = (): void => undefined;
/** All runs of the model use the current code. */
export const patched = (): boolean => true;
export const deprecatePatch = ignore;
export const setCurrentDetails = ignore;
export const upsertSearchAttributes = ignore;
export const upsertMemo = ignore;
export const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
