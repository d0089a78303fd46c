import {
  execFileSync,
  spawn,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { inProject } from '../../src/project-root.js';
import { makeRelease } from '../harness/programs.js';

const nobody = 65_534;
/** The user of the processes, if root runs the tests: root could write into any folder. */
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

export interface ReleaseProcess {
  child: ChildProcess;
  output: () => string;
  /** Resolves with the exit code once the process has ended. */
  ended: Promise<number | null>;
}

export interface UnpackedRelease {
  /** The unpacked folder, which is read-only for all users. */
  folder: string;
  /** The folder to which the processes may write, and in which they are started. */
  dataFolder: string;
  /** Starts `punctual ARGS`, optionally with a text as its standard input, or from another release's folder. */
  start: (args: readonly string[], env: Record<string, string>, options?: StartOptions) => ReleaseProcess;
  close: () => Promise<void>;
}

interface StartOptions {
  input?: string;
  folder?: string;
}

interface Place {
  folder: string;
  dataFolder: string;
  args: readonly string[];
  env: Record<string, string>;
}

/** Makes the release, unless the one of this commit exists, and unpacks its archive far from the project. */
export async function unpackRelease(): Promise<UnpackedRelease> {
  makeRelease();
  const archives = readdirSync(inProject('release')).filter((name) => name.endsWith('.tar.zst'));
  const [archive = ''] = archives;
  if (archives.length !== 1) throw new Error(`There is not one archive, but: ${archives.join(', ')}`);
  const scratch = mkdtempSync(path.join(tmpdir(), 'punctual-release-test-'));
  chmodSync(scratch, 0o755);
  const zstd = await Zstd.load();
  const input = zstd.decompress(readFileSync(inProject('release', archive)));
  execFileSync('tar', ['-xf', '-', '-C', scratch], { input });
  const folder = path.join(scratch, archive.replace('.tar.zst', ''));
  execFileSync('chmod', ['-R', 'a-w,a+rX', folder]);
  const dataFolder = path.join(scratch, 'data');
  mkdirSync(dataFolder);
  if (user.uid !== undefined) chownSync(dataFolder, user.uid, user.gid);
  const running: ReleaseProcess[] = [];
  return {
    folder,
    dataFolder,
    start: (args, env, { input = '', folder: own = folder } = {}) => {
      const started = startProcess({ folder: own, dataFolder, args, env });
      started.child.stdin?.end(input);
      running.push(started);
      return started;
    },
    close: async () => {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

function startProcess({ folder, dataFolder, args, env }: Place): ReleaseProcess {
  return follow(
    spawn(process.execPath, [path.join(folder, 'bin', 'punctual.js'), ...args], {
      cwd: dataFolder,
      env: { PATH: process.env['PATH'], HOME: dataFolder, ...env },
      ...user,
    }),
  );
}

/** Collects what a process writes, until it ends. */
export function follow(child: ChildProcessWithoutNullStreams): ReleaseProcess {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => text, ended };
}
