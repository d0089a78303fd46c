import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed, exitCodes } from './failures.js';
import type { Surroundings } from './surroundings.js';

const inputBytesMax = 4 * 1024 * 1024;
const lineCharsMax = 10_000;

type Streams = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Reads all of standard input as text. */
export async function readAll({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stdin) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > inputBytesMax)
      throw new CommandFailed(`Standard input has more than ${inputBytesMax} bytes.`, exitCodes.usage);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
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

/** Reads one line from standard input. `isSecret`: a terminal does not show what the user types. */
export async function readLine(
  { stdin, stderr }: Streams,
  question: string,
  { isSecret = false }: { isSecret?: boolean } = {},
): Promise<string> {
  const isTerminal = stdin.isTTY === true;
  // The reader repeats what is typed.
  const echo = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isSecret) stderr.write(chunk.toString());
      done();
    },
  });
  const reader = createInterface({ input: stdin, output: echo, terminal: isTerminal, prompt: question });
  if (isTerminal && isSecret) stderr.write(question);
  else if (isTerminal) reader.prompt();
  try {
    for await (const line of reader) return line.trim().slice(0, lineCharsMax);
    return '';
  } finally {
    reader.close();
    if (isTerminal && isSecret) stderr.write('\n');
  }
}
