import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode, LauncherFault } from './fault.js';

/** The folder of package.json, found from src/launcher and from dist/launcher. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const requireFromProject = createRequire(path.join(projectRoot, 'package.json'));

/**
 * The stack's data include posts, tokens and media, so files belong to their owner alone. Programs that we start
 * inherit this.
 */
export const privateUmask = 0o077;
/**
 * Others may pass through the folder, for a stack that root runs: Postgres then runs as its own user, in a folder
 * of its own inside.
 */
const passableMode = 0o711;
const privateMode = 0o700;

/**
 * Creates a folder, or says in one sentence why it cannot be used. `variable` is what the reader can change.
 * Others can pass through what root creates, but not list it.
 */
export function ensureWritableFolder(folder: string, variable: string): void {
  try {
    makeFolders(folder, process.getuid?.() === 0 ? passableMode : privateMode);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LauncherFault(
      `The folder ${folder} is not writable (${errorCode(error) ?? 'unknown'}). Set ${variable} to a folder that you can write to.`,
    );
  }
}

/** Not mkdir's own recursive mode, which never returns on file systems without folders, such as /proc. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder), mode);
  try {
    mkdirSync(folder);
    // Not through mkdir, which applies the umask.
    chmodSync(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Closes folders that an earlier version left open to others. Missing ones are created when needed. */
export function closeToOthers(folders: readonly string[]): void {
  for (const folder of folders) if (existsSync(folder)) chmodSync(folder, privateMode);
}

/** Readers see the old file or the new one, never a part of it. Only its owner can read it. */
export function writeJsonAtomically(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** The parsed file, or undefined if it is missing or broken. A crash may leave either. */
export function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return value;
  } catch {
    return undefined;
  }
}

export function removeFile(file: string): void {
  rmSync(file, { force: true });
}
