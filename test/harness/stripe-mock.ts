import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import './end-with-runner.js';

const version = 'v0.203.0';
const installTimeoutMs = 300_000;
const startTimeoutMs = 180_000;

/**
 * Builds Stripe's own mock of its API from its Go module, and keeps it in the cache. If this machine cannot build it,
 * returns the reason, and the test is skipped.
 */
export function findStripeMock(): { command: string } | { missing: string } {
  const cache = cacheFolderOf(process.env);
  const command = path.join(cache, `stripe-mock-${version}-${os.platform()}-${os.arch()}`);
  if (existsSync(command)) return { command };
  if (spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0)
    return { missing: 'no Go to build it with' };
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'stripe-mock-'));
  try {
    const { status, stderr } = spawnSync('go', ['install', `github.com/stripe/stripe-mock@${version}`], {
      env: { ...process.env, GOBIN: draft },
      encoding: 'utf8',
      timeout: installTimeoutMs,
    });
    if (status !== 0) return { missing: `go install failed: ${stderr.trim().split('\n').at(-1) ?? ''}` };
    renameSync(path.join(draft, 'stripe-mock'), command);
    return { command };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

export interface StripeMock {
  url: string;
  close: () => Promise<void>;
}

export async function startStripeMock(command: string): Promise<StripeMock> {
  const child = spawn(command, ['-http-addr', '127.0.0.1:', '-https-addr', '127.0.0.1:'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const port = await portOf(child);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('stripe-mock did not say where it listens.'));
    }, startTimeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const port = /listening for HTTP at .*:(\d+)\s*$/i.exec(line)?.[1];
        if (port === undefined) return;
        clearTimeout(timer);
        resolve(port);
      });
    }
  });
}
