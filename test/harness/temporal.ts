import { inject } from 'vitest';
import './end-with-runner.js';
import { temporalNamespace } from './provided.js';

/** The run's dev server: in memory, with time skipping allowed for the starts that ask for it. */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

export { temporalNamespace };
