import type { Output } from './surroundings.js';

const columnGap = '  ';

/** Replaces control characters, because texts of others must not control the terminal. */
export const visible = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** Shortens a text to one line of at most this length. */
export function clipped(text: string, charsMax: number): string {
  const line = visible(text).trim();
  const chars = [...line];
  return chars.length <= charsMax ? line : `${chars.slice(0, charsMax - 1).join('')}…`;
}

/** Aligns rows in columns. The last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(columnGap)
      .trimEnd(),
  );
}

export interface Printer {
  isJson: boolean;
  /** Prints a result to standard output: one line of JSON for programs, or lines for people. */
  result: (value: unknown, lines: readonly string[]) => void;
  /** Prints a message for people on standard error, in addition to the result. */
  note: (line: string) => void;
}

export function createPrinter(stdout: Output, stderr: Output, isJson: boolean): Printer {
  return {
    isJson,
    result: (value, lines) => {
      const printed = isJson ? [JSON.stringify(value)] : lines.map(visible);
      for (const line of printed) stdout.write(`${line}\n`);
    },
    note: (line) => {
      stderr.write(`${visible(line)}\n`);
    },
  };
}
