import { clipped } from './print.js';
import type { Output } from './surroundings.js';

const barCharsMax = 30;
const nameCharsMax = 30;
const columnsDefault = 80;

export interface ProgressBar {
  show: (doneBytes: number, totalBytes: number) => void;
  /** Removes the bar from the terminal. */
  clear: () => void;
}

/** Draws how much of a file has been sent. Draws nothing if the output is not a terminal. */
export function createProgressBar(output: Output, name: string): ProgressBar {
  if (output.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  const columns = output.columns ?? columnsDefault;
  return {
    show: (doneBytes, totalBytes) => {
      output.write(`\r${barText(name, doneBytes, totalBytes).slice(0, columns - 1)}`);
    },
    clear: () => {
      output.write(`\r${' '.repeat(columns - 1)}\r`);
    },
  };
}

export function barText(name: string, doneBytes: number, totalBytes: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(doneBytes / totalBytes, 1);
  const filled = Math.floor(share * barCharsMax);
  const bar = `${'#'.repeat(filled)}${'.'.repeat(barCharsMax - filled)}`;
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${clipped(name, nameCharsMax)}  [${bar}] ${percent}  ${mebibytes(doneBytes)} of ${mebibytes(totalBytes)} MiB`;
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
