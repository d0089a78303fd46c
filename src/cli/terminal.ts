import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const secretCharsMax = 1_000;

/** Reads one line from standard input. A terminal does not show what the user types. */
export async function readSecret(question: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  const silent = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  if (terminal) process.stderr.write(question);
  const reader = createInterface({ input: process.stdin, output: silent, terminal });
  try {
    for await (const line of reader) return line.trim().slice(0, secretCharsMax);
    return '';
  } finally {
    reader.close();
    if (terminal) process.stderr.write('\n');
  }
}

/** Asks the user at the terminal. Null if there is no terminal. */
export function terminalQuestion(): ((question: string) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return (await reader.question(question)).trim();
    } finally {
      reader.close();
    }
  };
}
