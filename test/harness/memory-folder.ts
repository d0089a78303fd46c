import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Several times the size of all databases of a run. A container often has only 64 MiB. */
const roomBytesMin = 1024 ** 3;

/**
 * Returns the parent of folders for the data of servers that end with a run. Each database has hundreds of files, which
 * Linux creates and deletes in memory with a tenth of the processor time.
 */
export function memoryFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < roomBytesMin ? tmpdir() : inMemory;
}

/** All parents that earlier runs may have used. */
export const possibleParents = (): string[] => [...new Set([tmpdir(), memoryFolder()])];
