import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { temporalNamespace } from './provided.js';

/** The run's dev server: in memory, with time skipping allowed for the starts that ask for it. */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

export { temporalNamespace };

/** Nobody else's: test files share the server. */
export function uniqueTaskQueue(): string {
  return `test-${randomUUID()}`;
}
