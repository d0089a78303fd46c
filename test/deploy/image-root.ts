import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { follow, type ReleaseProcess } from '../release/unpacked-release.js';
import { dockerInstructions, imageEnvironment } from './read-files.js';

export interface ImageRoot {
  /**
   * Starts the image's entry point with these arguments, as the image's user, with the image's environment and `more`.
   */
  start: (args: readonly string[], more: Record<string, string>) => ReleaseProcess;
  /** Ends the processes that still run, and deletes the root. */
  close: () => Promise<void>;
}

/**
 * Mounts the parts of an image: the root, which is read-only, with the release inside, a folder for data, and memory for
 * temporary files. The mounts belong to the process, and end with it.
 */
const enterRoot = `set -eu
root=$1 release=$2 data=$3 user=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$release" "$root/opt/punctual"
mount --bind /proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
mount -o remount,bind,ro "$root/opt/punctual"
exec chroot --userspec="$user" "$root" "$@"`;

/** Returns the reason why this machine cannot give a process its own root. Null if it can. */
export function rootFault(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return status === 0 ? null : 'it needs the right to mount';
}

/**
 * Creates what the Dockerfile would, without Docker: an empty root with this machine's Node.js and C library, and the
 * release at the path to which the Dockerfile copies it.
 */
export function makeImageRoot(release: string): ImageRoot {
  const scratch = mkdtempSync(path.join(tmpdir(), 'punctual-image-'));
  const [root, data] = [path.join(scratch, 'root'), path.join(scratch, 'data')];
  chmodSync(scratch, 0o755);
  for (const folder of ['opt/punctual', 'proc', 'tmp', 'data', 'usr/local/bin'])
    mkdirSync(path.join(root, folder), { recursive: true });
  const node = '/usr/local/bin/node';
  copyFileSync(process.execPath, path.join(root, node));
  for (const library of librariesOf([process.execPath, ...nativeFilesOf(release)], release)) {
    mkdirSync(path.join(root, path.dirname(library)), { recursive: true });
    copyFileSync(library, path.join(root, library));
  }
  mkdirSync(data);
  const user = instruction('USER');
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  chownSync(data, uid, gid);
  const [program, ...entryPoint] = JSON.parse(instruction('ENTRYPOINT')) as string[];
  if (program !== 'node')
    throw new Error(`The entry point begins with ${program ?? 'nothing'}, not with node.`);
  const running: ReleaseProcess[] = [];
  return {
    start: (args, more) => {
      const command = ['sh', '-c', enterRoot, 'sh', root, release, data, user, node, ...entryPoint, ...args];
      const env = { PATH: process.env['PATH'] ?? '', ...imageEnvironment(), ...more };
      const started = follow(spawn('unshare', ['--mount', ...command], { env, cwd: '/' }));
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

function instruction(name: string): string {
  const found = dockerInstructions().find(([each]) => each === name);
  if (found === undefined) throw new Error(`The Dockerfile has no ${name}.`);
  return found[1];
}

const nativeFilesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.node$|\.so[.\d]*$/.test(name))
    .map((name) => path.join(folder, name));

/** Returns the system libraries that the programs load, including the loader. */
function librariesOf(programs: readonly string[], release: string): Set<string> {
  const lines = programs.flatMap((program) =>
    execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n'),
  );
  const files = lines.map((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1]);
  return new Set(
    files.filter((file) => file !== undefined && !path.normalize(file).startsWith(release)) as string[],
  );
}
