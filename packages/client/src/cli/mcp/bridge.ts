import { readText } from '../bounded.js';
import { messageOf } from '../failures.js';
import type { TokenSource } from '../oauth/access.js';
import {
  agreedVersionIn,
  errorCodes,
  errorMessage,
  eventData,
  headersOf,
  isObject,
  parseMessage,
  type Message,
} from './message.js';
import { linesOf } from './lines.js';

/** The size of a request that a server accepts. */
const messageBytesMax = 1024 * 1024;
const responseBytesMax = 16 * 1024 * 1024;
/** A tool may fetch a video in the meantime. */
const responseTimeoutMs = 5 * 60_000;
/** Further messages wait until one of these has its response. */
const atOnceMax = 16;

export interface BridgeOptions {
  /** The URL of the server's MCP endpoint. */
  url: string;
  tokens: TokenSource;
  input: AsyncIterable<string | Buffer>;
  write: (line: string) => void;
}

/** Passes messages on from a client that speaks over standard input and output, until its input ends. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const send = createSender(options);
  const open = new Set<Promise<void>>();
  for await (const line of linesOf(options.input, messageBytesMax)) {
    const work = send(line).finally(() => {
      open.delete(work);
    });
    open.add(work);
    if (open.size >= atOnceMax) await Promise.race(open);
  }
  await Promise.all(open);
}

/** Makes a function that sends one line and writes what the server responds. It never throws. */
function createSender({ url, tokens, write }: BridgeOptions): (line: string | null) => Promise<void> {
  let agreedVersion: string | null = null;
  const writeMessage = (message: unknown): void => {
    write(`${JSON.stringify(message)}\n`);
  };
  return async (line) => {
    const message = line === null ? errorCodes.invalidRequest : parseMessage(line);
    if (line === null || typeof message === 'number') {
      const code = typeof message === 'number' ? message : errorCodes.invalidRequest;
      writeMessage(errorMessage(null, code, refusedLine(code)));
      return;
    }
    try {
      const response = await post(url, { tokens, line, headers: headersOf(message, agreedVersion) });
      const received = messagesIn(message, response);
      if (message.method === 'initialize') agreedVersion = agreedVersionIn(received.at(-1));
      received.forEach(writeMessage);
    } catch (error) {
      if (message.id !== null)
        writeMessage(errorMessage(message.id, errorCodes.serverError, messageOf(error)));
    }
  };
}

const refusedLine = (code: number): string =>
  code === errorCodes.parseError
    ? 'The line is not JSON.'
    : `Each line must be one JSON-RPC message of at most ${messageBytesMax} bytes.`;

interface Answer {
  status: number;
  type: string;
  body: string;
}

interface Sent {
  tokens: TokenSource;
  line: string;
  headers: Readonly<Record<string, string>>;
}

/** Sends a message once. It is sent again, with another token, only if it was refused because of its token. */
async function post(url: string, { tokens, line, headers }: Sent): Promise<Answer> {
  const attempt = (token: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: line,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
  const token = await tokens.current();
  let response = await attempt(token);
  if (response.status === 401 && tokens.replace !== null) {
    await response.body?.cancel();
    response = await attempt(await tokens.replace(token));
  }
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: await readText(response, responseBytesMax) };
}

/** The messages in a response of the server. An error response of the API becomes an error of JSON-RPC. */
function messagesIn({ id }: Message, { status, type, body }: Answer): unknown[] {
  const isStream = type.startsWith('text/event-stream');
  const values = (isStream ? eventData(body) : [body]).map(jsonOf).filter((value) => value !== undefined);
  const messages = values.filter(isObject).filter((value) => value['jsonrpc'] === '2.0');
  if (id === null) return messages;
  // An error about the whole request refers to no message, and the client would wait forever for a response.
  const named = messages.map((message) => ('error' in message ? { ...message, id } : message));
  if (named.some((message) => message['id'] === id)) return named;
  const [envelope] = values;
  const told = isObject(envelope) && typeof envelope['message'] === 'string' ? envelope : null;
  const text = told === null ? silence(status) : String(told['message']);
  return [...named, errorMessage(id, errorCodes.serverError, text, told ?? undefined)];
}

const silence = (status: number): string =>
  status < 400 ? 'The server sent no response to this message.' : `The server responded with ${status}.`;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
