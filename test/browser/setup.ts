import type { TestProject } from 'vitest/node';
import { ensureChromium } from './chromium.js';

/** Hands each file the browser that it drives; null, where none can be had, skips the file. */
export default function setup(project: TestProject): void {
  project.provide('chromiumPath', ensureChromium());
}
