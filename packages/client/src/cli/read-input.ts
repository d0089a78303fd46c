import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readBounded } from './bounded.js';
import { CommandFailed, exitCodes } from './failures.js';
import type { Surroundings } from './surroundings.js';

const inputBytesMax = 4 * 1024 * 1024;
const lineCharsMax = 10_000;

type Streams = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Reads all of standard input as text. Bytes that are not text would be published as question marks. */
export async function readAll({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string> {
  const tooLong = () =>
    new CommandFailed(`Standard input has more than ${inputBytesMax} bytes.`, exitCodes.usage);
  const bytes = await readBounded(stdin, inputBytesMax, tooLong);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed('Standard input is not UTF-8 text.', exitCodes.usage);
  }
}

/** Reads a JSON object from standard input. */
export async function readJsonObject(surroundings: Pick<Surroundings, 'stdin'>): Promise<object> {
  const text = await readAll(surroundings);
  const value = jsonOf(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new CommandFailed('Standard input is not a JSON object.', exitCodes.usage);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a text of the command line, or standard input if the text is `-`. */
export async function textOrInput(text: string, surroundings: Surroundings): Promise<string> {
  return text === '-' ? (await readAll(surroundings)).replace(/\r?\n$/, '') : text;
}

interface LineOptions {
  /** A terminal does not show what the user types. */
  isSecret?: boolean;
  /** Ends the reading, as the end of the input does. */
  signal?: AbortSignal;
}

/** Reads one line from standard input. Null: there is none. */
export async function readLine(
  streams: Streams,
  question: string,
  options: LineOptions = {},
): Promise<string | null> {
  const line =
    streams.stdin.isTTY === true ? await askTerminal(streams, question, options) : await firstLine(streams);
  return line === null ? null : line.trim();
}

async function askTerminal(
  { stdin, stderr }: Streams,
  question: string,
  { isSecret = false, signal }: LineOptions,
): Promise<string | null> {
  // `readline` echoes what is typed, so a secret needs an output that drops it.
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isSecret) stderr.write(chunk.toString());
      done();
    },
  });
  const reader = createInterface({ input: stdin, output: echo, terminal: true, prompt: question });
  const stop = (): void => {
    reader.close();
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (isSecret) stderr.write(question);
  else reader.prompt();
  try {
    return await new Promise<string | null>((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('close', () => {
        resolve(null);
      });
      // The terminal sends a character in place of the signal while the reader reads.
      reader.once('SIGINT', () => {
        reject(new CommandFailed('Interrupted.'));
      });
      if (signal?.aborted === true) reader.close();
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    reader.close();
    if (isSecret) stderr.write('\n');
  }
}

/** Reads up to the end of the first line. */
async function firstLine({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string | null> {
  let text = '';
  for await (const chunk of stdin) {
    text += chunk.toString();
    if (text.includes('\n')) break;
    if (text.length > lineCharsMax)
      throw new CommandFailed(
        `The first line of standard input has more than ${lineCharsMax} characters.`,
        exitCodes.usage,
      );
  }
  const [line = ''] = text.split('\n');
  return text === '' ? null : line;
}
