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

/** The folder of package.json, seen from src/launcher and from dist/launcher alike. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const requireFromProject = createRequire(path.join(projectRoot, 'package.json'));

/** What the stack keeps holds posts, tokens and media: files are their owner's alone. Programs that we start inherit it. */
export const privateUmask = 0o077;
/** Others may pass through, for root's stack: Postgres runs as a user of its own, in a folder of its own inside. */
const passableMode = 0o711;
const privateMode = 0o700;

/**
 * Creates a folder, and tells in one sentence why it cannot be used. `variable` is what the reader may change. What
 * root creates can be passed through, but not listed, by others.
 */
export function ensureWritableFolder(folder: string, variable: string): void {
  try {
    makeFolders(folder, process.getuid?.() === 0 ? passableMode : privateMode);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LauncherFault(
      `The folder ${folder} cannot be written (${errorCode(error) ?? 'unknown'}). Set ${variable} to a folder of yours.`,
    );
  }
}

/** Not mkdir's own recursive mode, which never returns on file systems that take no folders, such as /proc. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder), mode);
  try {
    mkdirSync(folder);
    // Not by mkdir, where the umask has its say.
    chmodSync(folder, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Folders of ours that an earlier version left open to others; those that are not there are made when needed. */
export function closeToOthers(folders: readonly string[]): void {
  for (const folder of folders) if (existsSync(folder)) chmodSync(folder, privateMode);
}

/** Readers see the old file or the new one, never half of it. Readable by its owner alone. */
export function writeJsonAtomically(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}

/** The parsed file, or undefined when it is absent or broken (a crash may leave either). */
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
