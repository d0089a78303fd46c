import type { TestProject } from 'vitest/node';
import { runScript } from './scripts.js';
import { systemOrder } from './tiers.js';

/**
 * Tests that start the product as separate processes use the build. Of the integration tests only the slow files do, and a
 * run without them does not wait for it.
 */
export default function setup(project: TestProject): void {
  const files = project.vitest.state.getPaths();
  if (project.name === 'integration' && files.every((file) => systemOrder(file) === undefined)) return;
  runScript('build');
}
