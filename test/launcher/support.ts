import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startProcess, type ManagedProcess, type ProcessSpec } from '../../src/launcher/managed-process.js';
import { createScreen, type Screen } from '../../src/launcher/screen.js';
import { waitFor } from '../../src/launcher/waiting.js';

/** Creates a folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-launcher-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Creates a screen that records what it was told to show. */
export function recordingScreen(): { screen: Screen; text: () => string } {
  let shown = '';
  const screen = createScreen({ write: (text) => (shown += text) });
  return { screen, text: () => shown };
}

export function nodeSpec(code: string, onLine?: ProcessSpec['onLine']): ProcessSpec {
  return {
    name: 'child',
    command: process.execPath,
    args: ['-e', code],
    env: process.env,
    ...(onLine ? { onLine } : {}),
  };
}

/** Starts a Node program and waits until it prints "ready". The end of the test kills it. */
export async function startReadyNode(code: string): Promise<ManagedProcess> {
  const lines: string[] = [];
  const child = await startProcess(nodeSpec(`${code};console.log('ready')`, (line) => lines.push(line)));
  onTestFinished(() => child.stop([]));
  await until(() => lines.includes('ready'));
  return child;
}

export async function until(isTrue: () => boolean, timeoutMs = 120_000): Promise<void> {
  await waitFor(() => Promise.resolve(isTrue() ? true : undefined), {
    timeoutMs,
    intervalMs: 20,
    failure: 'What the test waits for did not happen',
  });
}
