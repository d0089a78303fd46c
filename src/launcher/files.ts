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
import { inProject } from '../project-root.js';
import { errorCode, LauncherFault } from './fault.js';

export const requireFromProject = createRequire(inProject('package.json'));

/**
 * The umask of the stack and of the programs that it starts, because its data include posts, tokens and media, which
 * only their owner may read.
 */
export const privateUmask = 0o077;
/**
 * The mode of a data folder that others may pass through, for a stack that root runs: Postgres then runs as its own
 * user, in its own folder inside.
 */
const passableMode = 0o711;
const privateMode = 0o700;

/**
 * Creates a folder, or throws a LauncherFault if it is not writable. `variable` is the setting that the user can
 * change. Other users can pass through a folder that root creates, but not list it.
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

/**
 * Creates missing folders one by one, because mkdir's recursive mode never returns on file systems that refuse folders,
 * such as /proc.
 */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder), mode);
  try {
    mkdirSync(folder);
    // mkdir would apply the umask to the mode.
    chmodSync(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Makes folders private that an earlier version left open to others. Missing folders are created when they are needed.
 */
export function closeToOthers(folders: readonly string[]): void {
  for (const folder of folders) if (existsSync(folder)) chmodSync(folder, privateMode);
}

/** Writes a JSON file that only its owner can read. Readers see the old file or the new one, never a part of it. */
export function writeJsonAtomically(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** Reads a JSON file. Undefined if it is missing or broken, which a crash may cause. */
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
