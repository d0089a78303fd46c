import { AsyncLocalStorage } from 'node:async_hooks';
import { CancelledFailure } from '@temporalio/common';
import type { MemoryTemporal, Run } from './memory-temporal.js';

/** The run and scope of a piece of workflow code. Undefined outside of workflows. */
export interface Place {
  server: MemoryTemporal;
  run: Run;
  scope: CancellationScope;
}

export const places = new AsyncLocalStorage<Place>();

export function here(): Place {
  const place = places.getStore();
  if (place === undefined) throw new Error('this is workflow API, and no workflow is running');
  return place;
}

// Workflow code gets the time of its run, which moves only when the model says so. All other code gets the real time.
const wallClock = Date.now.bind(Date);
Date.now = () => places.getStore()?.server.nowMs ?? wallClock();

/** Like Temporal's scopes: a cancellation applies to the inner scopes, except inside of a non-cancellable one. */
export class CancellationScope {
  readonly #parent: CancellationScope | undefined;
  readonly #cancellable: boolean;
  readonly #children = new Set<CancellationScope>();
  readonly #listeners = new Set<() => void>();
  #cancelled = false;

  constructor({ parent, cancellable = true }: { parent?: CancellationScope; cancellable?: boolean } = {}) {
    this.#parent = parent ?? places.getStore()?.scope;
    this.#cancellable = cancellable;
    if (this.#parent !== undefined) this.#parent.#children.add(this);
  }

  static current(): CancellationScope {
    return here().scope;
  }

  static cancellable<T>(work: () => Promise<T>): Promise<T> {
    return new CancellationScope({ parent: here().scope, cancellable: true }).run(work);
  }

  static nonCancellable<T>(work: () => Promise<T>): Promise<T> {
    return new CancellationScope({ parent: here().scope, cancellable: false }).run(work);
  }

  async run<T>(work: (scope: CancellationScope) => Promise<T>): Promise<T> {
    try {
      return await places.run({ ...here(), scope: this }, () => work(this));
    } finally {
      if (this.#parent !== undefined) this.#parent.#children.delete(this);
    }
  }

  get parent(): CancellationScope | undefined {
    return this.#parent;
  }

  get consideredCancelled(): boolean {
    if (this.#cancelled) return true;
    return this.#cancellable && this.#parent?.consideredCancelled === true;
  }

  throwIfCancelled(): void {
    if (this.consideredCancelled) throw new CancelledFailure('The scope is cancelled');
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    for (const listener of this.#listeners) listener();
    for (const child of this.#children) if (child.#cancellable) child.cancel();
  }

  /** Adds a listener. Returns a function that removes it. */
  onCancel(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
