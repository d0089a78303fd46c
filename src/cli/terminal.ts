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
        // While a question is open, the terminal passes Ctrl-C on as a key, without a signal to the process.
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

/** Whether an answer to a question that ends with [y/N] agrees. */
export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer);

export interface LinePrinter {
  print: (line: string) => void;
  /** Aborted when standard output has no reader any more: after the end of the terminal, or of a program such as less. */
  unread: AbortSignal;
}

/** Prints lines to standard output, and to standard error once standard output has no reader any more. */
export function linePrinter(): LinePrinter {
  const unread = new AbortController();
  process.stdout.on('error', () => unread.abort());
  // Without a reader of standard error, too, the lines are lost, and the process continues.
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
