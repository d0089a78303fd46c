import type { components } from './api-types.js';
import { dataOr, type DataOf, type Outcome } from './outcome.js';

type Schemas = components['schemas'];
interface Envelope {
  statusCode: number;
  code: string;
  message: string;
  requestId: string;
}

/** The body of any error response. Its `code` identifies the kind of error. */
export type ErrorBody = {
  [Name in keyof Schemas]: Schemas[Name] extends Envelope ? Schemas[Name] : never;
}[keyof Schemas];

/** The error codes that this version of the client knows. A newer service may send others, so keep a default branch. */
export type ErrorCode = ErrorBody['code'];
export type ErrorBodyOf<C extends ErrorCode> = Extract<ErrorBody, { code: C }>;

/** An error response of the API. */
export class PunctualError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'PunctualError';
  readonly code: C;
  readonly statusCode: number;
  /** Identifies the request in the service's log. Quote it when you ask for help. */
  readonly requestId: string;
  /** The whole response body, with the fields that the code adds. */
  readonly body: ErrorBodyOf<C>;

  constructor(body: ErrorBodyOf<C>) {
    super(`${body.code}: ${body.message}`);
    this.code = body.code;
    this.statusCode = body.statusCode;
    this.requestId = body.requestId;
    this.body = body;
  }
}

/** Whether a caught error is an error response of the API. Its `code` identifies the kind of error. */
export function isPunctualError(error: unknown): error is PunctualError;
/** Whether a caught error has this error code. Narrows its `body` to the fields of that code. */
export function isPunctualError<C extends ErrorCode>(error: unknown, code: C): error is PunctualError<C>;
export function isPunctualError(error: unknown, code?: ErrorCode): boolean {
  return error instanceof PunctualError && (code === undefined || error.code === code);
}

/** Waits for a call and returns its data. Throws a PunctualError if the response is an error. */
export const dataOf = <R extends Outcome>(call: Promise<R>): Promise<DataOf<R>> =>
  dataOr(call, (body, response) => new PunctualError(envelopeOf(body, response)));

/** Fills in missing fields of an error body, because some 401 responses have no code and a proxy may send any body. */
function envelopeOf(error: unknown, { status, headers }: Response): ErrorBody {
  const given = typeof error === 'object' && error !== null ? error : {};
  const fallback = {
    statusCode: status,
    code: status === 401 ? 'UNAUTHORIZED' : 'INTERNAL_ERROR',
    message: `The service answered ${status}.`,
    requestId: headers.get('x-request-id') ?? '',
  };
  return { ...fallback, ...given } as ErrorBody;
}
