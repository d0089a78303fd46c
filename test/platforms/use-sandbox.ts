import { afterAll, beforeAll } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { RunningSandbox, StartSandboxOptions } from '../../src/sandbox/start-sandbox.js';
import { createHeld } from '../harness/held.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { openMediaShelf, type MediaShelf } from './media-support.js';

/** Starts the sandbox before the tests of a file, and stops it after them. */
export function useSandbox(options: Partial<StartSandboxOptions> = {}): RunningSandbox {
  const sandbox = createHeld<RunningSandbox>('The sandbox');
  beforeAll(async () => {
    sandbox.put(await startTestSandbox(options));
  });
  afterAll(() => sandbox.value.close());
  return sandbox.value;
}

/** Opens a shelf of media for the tests of a file. */
export function useShelf(): MediaShelf {
  const shelf = createHeld<MediaShelf>('The shelf');
  beforeAll(async () => {
    shelf.put(await openMediaShelf());
  });
  afterAll(() => shelf.value[Symbol.asyncDispose]());
  return shelf.value;
}

/** Creates the HTTP client of a connector, and closes it after the tests of a file. */
export function useSafeFetch(): ReturnType<typeof createSafeFetch> {
  const safeFetch = createSafeFetch();
  afterAll(() => safeFetch[Symbol.asyncDispose]());
  return safeFetch;
}
