import type { components } from './api-types.js';

type Schemas = components['schemas'];
interface Envelope {
  statusCode: number;
  code: string;
  message: string;
  requestId: string;
}

/** Every error body of the description, told apart by `code`. */
export type ErrorBody = {
  [Name in keyof Schemas]: Schemas[Name] extends Envelope ? Schemas[Name] : never;
}[keyof Schemas];

/** The codes of this client's version. A newer service may answer others: keep a default branch. */
export type ErrorCode = ErrorBody['code'];
export type ErrorBodyOf<C extends ErrorCode> = Extract<ErrorBody, { code: C }>;

/** An answer of the API that is an error. */
export class PunctualError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'PunctualError';
  readonly code: C;
  readonly statusCode: number;
  /** Names the request in the service's log: give it to the support. */
  readonly requestId: string;
  /** The whole envelope, with what the code adds to it. */
  readonly body: ErrorBodyOf<C>;

  constructor(body: ErrorBodyOf<C>) {
    super(`${body.code}: ${body.message}`);
    this.code = body.code;
    this.statusCode = body.statusCode;
    this.requestId = body.requestId;
    this.body = body;
  }
}

/** Narrows a caught error to one code, and its body to what that code adds. */
export function isPunctualError<C extends ErrorCode>(error: unknown, code: C): error is PunctualError<C> {
  return error instanceof PunctualError && error.code === code;
}

interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}
type DataOf<R> = R extends { data: infer D; error?: never } ? D : never;

/** The data of a call; throws a PunctualError where it answered one. */
export async function dataOf<R extends Outcome>(call: Promise<R>): Promise<DataOf<R>> {
  const { data, error, response } = await call;
  if (response.ok) return data as DataOf<R>;
  throw new PunctualError(envelopeOf(error, response));
}

/** Some 401 bodies have no code, and a proxy on the way may answer anything: what is missing is filled in. */
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
