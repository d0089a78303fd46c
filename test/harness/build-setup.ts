import type { TestProject } from 'vitest/node';
import { runScript } from './scripts.js';
import { isWholeTier, systemOrder } from './tiers.js';

/**
 * Tests that start the product as separate processes use the build. Of the integration tests only the slow files do, and a
 * run without them does not wait for it. A whole tier imports the build (vitest.config.ts).
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
