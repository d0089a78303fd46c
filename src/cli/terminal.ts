import { createInterface } from 'node:readline';
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

/**
 * Asks the user at the terminal. Null if there is no terminal. The answer is empty if Ctrl-C, Ctrl-D or the signal ends
 * the question.
 */
export function terminalQuestion(signal?: AbortSignal): ((question: string) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return (question) =>
    new Promise((resolve) => {
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      const end = (): void => reader.close();
      reader.once('SIGINT', () => {
        // The terminal is read letter by letter, so that Ctrl-C is a letter, and the process gets no signal of its own.
        process.kill(process.pid, 'SIGINT');
        end();
      });
      reader.once('close', () => {
        signal?.removeEventListener('abort', end);
        resolve('');
      });
      signal?.addEventListener('abort', end, { once: true });
      reader.question(question, (answer) => {
        resolve(answer.trim());
        end();
      });
      if (signal?.aborted === true) end();
    });
}

export interface LinePrinter {
  print: (line: string) => void;
  /** Aborted as soon as nobody reads standard output any more, such as after the end of `head` or of the terminal. */
  unread: AbortSignal;
}

/** Prints lines to standard output, and those that nobody can read there to standard error. */
export function linePrinter(): LinePrinter {
  const unread = new AbortController();
  process.stdout.on('error', () => unread.abort());
  // If nobody reads standard error either, the lines are lost, and the process continues.
  process.stderr.on('error', () => undefined);
  return {
    print: (line) => {
      process.stdout.write(`${line}\n`, (error) => {
        if (error) process.stderr.write(`${line}\n`);
      });
    },
    unread: unread.signal,
  };
}
