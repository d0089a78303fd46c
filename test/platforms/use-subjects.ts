import { afterAll, beforeAll } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformRegistry } from '../../src/platforms/kit/platform.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { createHeld } from '../harness/held.js';
import { startTestSandbox } from '../harness/sandbox.js';
import type { Subject } from './contract-case.js';
import { openMediaShelf, type MediaShelf } from './media-support.js';

interface UsedSubjects {
  safeFetch: ReturnType<typeof createSafeFetch>;
  platforms: PlatformRegistry;
  sandbox: RunningSandbox;
  shelf: MediaShelf;
}

/**
 * Starts what a suite needs for its subjects, from before its tests until after them: their simulators, and a shelf of
 * media.
 */
export function useSubjects(subjects: readonly Subject[]): UsedSubjects {
  const safeFetch = createSafeFetch();
  const platforms = createPlatforms({
    definitions: subjects.map(({ definition }) => definition),
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  });
  const sandbox = createHeld<RunningSandbox>('The sandbox');
  const shelf = createHeld<MediaShelf>('The shelf');
  beforeAll(async () => {
    sandbox.put(await startTestSandbox({ simulators: subjects.map(({ simulator }) => simulator) }));
    shelf.put(await openMediaShelf());
  });
  afterAll(async () => {
    await sandbox.value.close();
    await shelf.value[Symbol.asyncDispose]();
    await safeFetch[Symbol.asyncDispose]();
  });
  return { safeFetch, platforms, sandbox: sandbox.value, shelf: shelf.value };
}
