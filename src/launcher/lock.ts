import { linkSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { errorCode, LauncherFault } from './fault.js';
import { readJson, removeFile } from './files.js';
import { processIdentity } from './process-identity.js';

const attemptsMax = 5;
const holderSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });

/**
 * Acquires a lock file for this process, or throws a fault that names the holder. The lock of a killed process is taken
 * over.
 */
export function acquireLock(file: string, folder: string): { release: () => void } {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' }), {
    mode: 0o600,
  });
  try {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      if (tryLink(own, file))
        return {
          release: () => removeFile(file),
        };
      const holder = liveHolder(file);
      if (holder !== undefined) throw alreadyRuns(holder, folder);
      discardStale(file);
    }
  } finally {
    removeFile(own);
  }
  throw new LauncherFault(`Several commands keep taking the lock file ${file}. Please try again.`);
}

/** Creates a file as a link, which fails if the name exists and otherwise shows the complete content at once. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function liveHolder(file: string): number | undefined {
  const holder = holderSchema.safeParse(readJson(file));
  if (!holder.success) return undefined;
  return processIdentity(holder.data.pid) === holder.data.identity ? holder.data.pid : undefined;
}

/**
 * Moves a stale lock away. If another process has taken the lock between our check and the move, it gets the lock back.
 */
function discardStale(file: string): void {
  const stale = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, stale);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (liveHolder(stale) !== undefined) tryLink(stale, file);
  removeFile(stale);
}

function alreadyRuns(pid: number, folder: string): LauncherFault {
  return new LauncherFault(
    `Punctual is already running with the data folder ${folder} (process ${pid}). Stop it there with Ctrl-C, or set DATA_DIR to another folder.`,
  );
}
