import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

const bytesMaxDefault = 20 * 1024 * 1024;

export interface LogFile {
  path: string;
  write: (line: string) => void;
  close: () => void;
}

/** Opens a log file for appending lines. At its size limit the file becomes NAME.1, which replaces the older NAME.1. */
export function openLogFile(file: string, bytesMax = bytesMaxDefault): LogFile {
  mkdirSync(path.dirname(file), { recursive: true });
  let handle = openSync(file, 'a', 0o600);
  let bytes = fstatSync(handle).size;
  let isOpen = true;
  const rotate = (): void => {
    closeSync(handle);
    if (existsSync(file)) renameSync(file, `${file}.1`);
    handle = openSync(file, 'a', 0o600);
    bytes = 0;
  };
  return {
    path: file,
    write(line) {
      if (!isOpen) return;
      if (bytes >= bytesMax) rotate();
      bytes += writeSync(handle, `${line}\n`);
    },
    close() {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}
