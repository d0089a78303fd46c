import { CommanderError } from 'commander';
import { isPunctualError, type PunctualError } from '../errors.js';
import { UploadError } from '../upload-error.js';

/** The exit codes of all commands, as docs/cli.md describes them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notPublished: 10,
  unconfirmed: 11,
  timedOut: 12,
  withdrawn: 13,
  /** Shells report this code for a program that writes to a closed pipe (SIGPIPE). */
  brokenPipe: 141,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command cannot continue, for a reason that its message explains. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The server cannot respond at the moment. A command that waits asks again. */
export class ServerBusy extends CommandFailed {
  /** For `readPatiently`, which does not know the errors of commands. */
  readonly isTemporary = true;

  constructor(status: number) {
    super(`The server responded with ${status}.`);
  }
}

export interface Failure {
  exitCode: number;
  /** The text for people. Empty if it was printed already. */
  lines: string[];
  /** The object for programs: the body of the server's response, if it is an error response. */
  json: object;
}

/** The words that the person typed, so that a refusal is reported in the same terms. */
export interface Written {
  /**
   * The option from which a field of the request was made, such as `--text`. Null: the person wrote the field itself.
   */
  optionOf: (path: string) => string | null;
  /** The ids among the arguments. */
  ids: readonly string[];
  /**
   * How to repeat a request whose outcome may be unknown: with its key, and with its time if the time was relative.
   * Null: no request was sent.
   */
  repeat: { key: string; at?: string } | null;
}

const nothingWritten: Written = { optionOf: () => null, ids: [], repeat: null };

/** Says what an error means for the person or the program that ran the command. */
export function failureOf(error: unknown, written: Written = nothingWritten): Failure {
  // Commander has printed its own message, and also throws after it has printed a help text.
  if (error instanceof CommanderError) {
    const exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return { exitCode, lines: [], json: {} };
  }
  if (isPunctualError(error)) {
    return { exitCode: exitCodes.failed, lines: refusalLines(error, written), json: error.body };
  }
  const message = messageOf(error);
  const { repeat } = written;
  return {
    exitCode: exitCodeOf(error),
    lines: [`Error: ${message}`, ...repeatLines(written)],
    json: { message, ...(repeat !== null && { idempotencyKey: repeat.key }) },
  };
}

/** After a request of unknown outcome, a repeat without its key may publish twice. */
function repeatLines({ repeat }: Written): string[] {
  if (repeat === null) return [];
  const at = repeat.at === undefined ? '' : ` --at ${repeat.at}`;
  return [
    `  The server may have done it. Repeat the command safely with --idempotency-key ${repeat.key}${at}`,
  ];
}

/** Errors after which the request may have been carried out, or is being carried out. A proxy's error has the first code. */
const unclearCodes = new Set<string>(['INTERNAL_ERROR', 'IDEMPOTENCY_KEY_IN_USE']);
const keyReused =
  '  The earlier command may have been carried out: look for its post before you use another key. A relative --at is another time in each command.';

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UploadError && error.reason === 'unreadable') return exitCodes.usage;
  return error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
}

function refusalLines({ body, code, requestId }: PunctualError, written: Written): string[] {
  const request = requestId === '' ? [] : [`  Request id: ${requestId}`];
  const url: unknown = 'docUrl' in body ? body.docUrl : undefined;
  const more = typeof url === 'string' ? [`  More: ${url}`] : [];
  const [headline, ...others] = foundLines(body, written);
  return [
    `Error: ${headline} (${code})`,
    ...others.map((line) => `  ${line}`),
    ...allowedLine(body),
    ...(code === 'IDEMPOTENCY_KEY_REUSED' ? [keyReused] : []),
    ...(unclearCodes.has(code) ? repeatLines(written) : []),
    ...more,
    ...request,
  ];
}

/** Returns the message, and a line for each field that the message does not mention. */
function foundLines(body: { message: string }, { optionOf, ids }: Written): string[] {
  const { message } = body;
  const path = 'path' in body && typeof body.path === 'string' ? body.path : null;
  const details: unknown = 'details' in body ? body.details : [];
  const told = Array.isArray(details) ? details.filter(isDetail) : [];
  const lines = told.map((detail) => `${optionOf(detail.path) ?? detail.path}: ${detail.message}`);
  const [first] = told;
  // If several fields are wrong, the message is that of the first one, with their number.
  if (first !== undefined && isIn(first.message, message)) return lines;
  if (path !== null) return [message.replace(path, () => optionOf(path) ?? path), ...lines];
  if ('code' in body && body.code === 'NOT_FOUND' && ids.length > 0) {
    const what = ids.length === 1 ? message.replace(/\.$/, '') : 'One of these does not exist';
    return [`${what}: ${ids.join(', ')}`, ...lines];
  }
  return [message, ...lines];
}

const isIn = (sentence: string, text: string): boolean =>
  text.toLowerCase().includes(sentence.replace(/[.?]$/, '').toLowerCase());

function allowedLine(body: object): string[] {
  const allowed: unknown = 'allowed' in body ? body.allowed : [];
  if (!Array.isArray(allowed) || allowed.length === 0) return [];
  return [`  Allowed now: ${allowed.map(String).join(', ')}`];
}

function isDetail(value: unknown): value is { path: string; message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** Returns the message of an error. If a request failed, the message includes the cause, which `fetch` leaves out. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SyntaxError)
    return 'The response is not from Punctual. Is the URL of the server right?';
  if (error.name === 'TimeoutError') return 'The server did not respond in time.';
  const { cause } = error;
  if (error instanceof UploadError && error.reason === 'interrupted')
    return `The upload was interrupted: ${messageOf(cause)} Go on with --resume ${error.mediaId}`;
  const reason = cause instanceof Error ? causeOf(cause) : '';
  if (error.message === 'fetch failed')
    return `The server cannot be reached${reason === '' ? '' : `: ${reason}`}.`;
  return error.message;
}

/** A refused connection has a code, and no message if several IP addresses were tried. */
function causeOf(cause: Error): string {
  if (cause.message !== '') return cause.message.replace(/\.$/, '');
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
