import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { isAlive } from '../../src/launcher/process-identity.js';
import { askAgainMs } from '../harness/patience.js';
import { ensureChromium } from './chromium.js';

const stopMsMax = 180_000;

/**
 * Gives each file the browser that it drives, and a folder for the data of shared stacks, which end with the run.
 * Without a browser (null), the file is skipped.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const stacksFolder = mkdtempSync(path.join(tmpdir(), 'punctual-dashboards-'));
  project.provide('chromiumPath', ensureChromium());
  project.provide('stacksFolder', stacksFolder);
  return async () => {
    await Promise.all(readdirSync(stacksFolder).map((name) => endStack(path.join(stacksFolder, name))));
    rmSync(stacksFolder, { recursive: true, force: true });
  };
}

/** Ends the launcher of a stack, which ends all processes of the stack. */
async function endStack(dataDir: string): Promise<void> {
  const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'launcher.lock'), 'utf8')) as { pid: number };
  const deadlineMs = Date.now() + stopMsMax;
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) {
    if (Date.now() > deadlineMs) throw new Error(`The stack in ${dataDir} does not end.`);
    await delay(askAgainMs);
  }
}
