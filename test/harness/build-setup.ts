import type { TestProject } from 'vitest/node';
import { runScript } from './scripts.js';
import { isWholeTier, systemOrder } from './tiers.js';

/**
 * Builds the product for tests that start it as separate processes. Among the integration tests these are only the slow
 * files, and a run without them does not wait for the build. A run of a whole tier imports the build
 * (vitest.config.ts).
 */
export default function setup(project: TestProject): void {
  const files = project.vitest.state.getPaths();
  if (
    !isWholeTier &&
    project.name === 'integration' &&
    files.every((file) => systemOrder(file) === undefined)
  )
    return;
  runScript('build');
}
