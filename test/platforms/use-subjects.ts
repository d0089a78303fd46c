import type { SafeFetch } from '../../src/egress/safe-fetch.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformRegistry } from '../../src/platforms/kit/platform.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import type { Subject } from './contract-case.js';
import type { MediaShelf } from './media-support.js';
import { useSafeFetch, useSandbox, useShelf } from './use-sandbox.js';

interface UsedSubjects {
  safeFetch: SafeFetch;
  platforms: PlatformRegistry;
  sandbox: RunningSandbox;
  shelf: MediaShelf;
}

/**
 * Starts what a suite needs for its subjects before its tests, and stops it after them: their simulators, and a shelf
 * of media.
 */
export function useSubjects(subjects: readonly Subject[]): UsedSubjects {
  const safeFetch = useSafeFetch();
  const platforms = createPlatforms({
    definitions: subjects.map(({ definition }) => definition),
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  });
  const sandbox = useSandbox({ simulators: subjects.map(({ simulator }) => simulator) });
  return { safeFetch, platforms, sandbox, shelf: useShelf() };
}
