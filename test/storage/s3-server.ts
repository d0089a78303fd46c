import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, vi } from 'vitest';
import type { S3Config } from '../../src/config/media.js';
import { acquireLock } from '../../src/launcher/lock.js';
import { anyFreePort } from '../../src/launcher/ports.js';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { waitMsMax } from '../harness/patience.js';

/** A real S3 server that keeps its objects in a folder. */
const goModule = 'github.com/versity/versitygw/cmd/versitygw';
const version = 'v1.8.0';
const buildTimeoutMs = 10 * 60_000;

const run = promisify(execFile);

export interface S3Server extends AsyncDisposable {
  config: S3Config;
  /** Kills the server immediately, as when a machine fails. */
  kill: () => Promise<void>;
}

/** Returns the reason why there can be no S3 server on this machine. Null if there can be one. */
export async function s3ServerMissing(): Promise<string | null> {
  if (existsSync(binaryPath())) return null;
  try {
    await run('go', ['version']);
    return null;
  } catch {
    return 'The S3 server of the tests is built with Go (https://go.dev/dl), which is not installed: S3 is not tested.';
  }
}

const cache = cacheFolderOf(process.env);
const binaryPath = (): string => path.join(cache, `versitygw-${version}-${os.platform()}-${os.arch()}`);

/**
 * Builds the server once, which takes some minutes. Later runs use that build, and files of the same run wait for it.
 */
async function ensureBuilt(): Promise<string> {
  const binary = binaryPath();
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  const lock = await vi.waitFor(() => acquireLock(`${binary}.lock`, cache), {
    timeout: buildTimeoutMs,
    interval: 250,
  });
  try {
    if (!existsSync(binary)) await build(binary);
    return binary;
  } finally {
    lock.release();
  }
}

async function build(binary: string): Promise<void> {
  const folder = mkdtempSync(path.join(cache, 'versitygw-'));
  try {
    await run('go', ['install', `${goModule}@${version}`], {
      env: { ...process.env, GOBIN: folder },
      timeout: buildTimeoutMs,
    });
    renameSync(path.join(folder, 'versitygw'), binary);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function startS3Server(): Promise<S3Server> {
  const binary = await ensureBuilt();
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-s3-'));
  const [objects, side] = [path.join(folder, 'objects'), path.join(folder, 'attributes')];
  for (const each of [objects, side]) mkdirSync(each);
  const port = await anyFreePort();
  const credentials = { accessKeyId: 'tester', secretAccessKey: 'test-secret-of-no-worth' };
  const child = spawn(
    binary,
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', side, objects],
    {
      env: { ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
      stdio: 'ignore',
    },
  );
  const exited = once(child, 'exit');
  const endpoint = `http://127.0.0.1:${port}`;
  const config: S3Config = { endpoint, region: 'us-east-1', bucket: 'media', credentials, pathStyle: true };
  const client = new S3Client({ endpoint, region: config.region, forcePathStyle: true, credentials });
  try {
    await vi.waitFor(
      async () => {
        expect(child.exitCode).toBeNull();
        await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
      },
      { timeout: waitMsMax, interval: 100 },
    );
  } finally {
    client.destroy();
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    config,
    kill,
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
