import {
  NodeApiError,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestMethods,
  type ILoadOptionsFunctions,
  type IN8nHttpFullResponse,
} from 'n8n-workflow';

export const credentialName = 'punctualApi';
export type Functions = IExecuteFunctions | ILoadOptionsFunctions;

export interface Request {
  method: IHttpRequestMethods;
  path: string;
  query?: IDataObject;
  body?: IDataObject;
  idempotencyKey?: string;
  /** The item that the request is for, so that n8n shows an error beside it. */
  itemIndex?: number;
}

/** The pages of the API have at most as many items. */
const pageItemsMax = 100;
/** The server fetches media by URL before it responds, which takes it up to 15 minutes. */
const timeoutMs = 16 * 60_000;

/** People paste the URL of the server, or that of its API. */
const apiUrlOf = (url: string): string => `${url.trim().replace(/(\/api\/v1)?\/*$/, '')}/api/v1`;

/** Sends a request through n8n, with its proxies and certificates. Throws a NodeApiError for an error response. */
export async function send(functions: Functions, request: Request): Promise<IN8nHttpFullResponse> {
  const { method, path, query, body, idempotencyKey, itemIndex } = request;
  const { url } = await functions.getCredentials<{ url: string }>(credentialName, itemIndex);
  const response = (await functions.helpers.httpRequestWithAuthentication.call(functions, credentialName, {
    method,
    url: `${apiUrlOf(url)}${path}`,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    ...(query !== undefined && { qs: query }),
    ...(body !== undefined && { body }),
    json: true,
    timeout: timeoutMs,
    // A key is for one server, so it is not sent to another.
    disableFollowRedirect: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })) as IN8nHttpFullResponse;
  if (response.statusCode >= 200 && response.statusCode < 300) return response;
  throw failureOf(functions, response, itemIndex);
}

/** Sends a request and returns the body of its response. */
export const call = async <Body extends object>(functions: Functions, request: Request): Promise<Body> =>
  (await send(functions, request)).body as Body;

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** Reads the pages of a list until there are enough items. */
export async function list<Item extends object>(
  functions: Functions,
  path: string,
  options: { query?: IDataObject; itemsMax?: number; itemIndex?: number } = {},
): Promise<Item[]> {
  const { query = {}, itemsMax = Infinity, itemIndex } = options;
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(pageItemsMax, itemsMax - items.length);
    const page: Page<Item> = await call(functions, {
      method: 'GET',
      path,
      query: { ...query, limit, ...(cursor !== null && { cursor }) },
      ...(itemIndex !== undefined && { itemIndex }),
    });
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < itemsMax);
  return items;
}

interface Envelope {
  code?: string;
  message?: string;
  requestId?: string;
  docUrl?: string;
  details?: { path: string; message: string }[];
}

function failureOf(functions: Functions, response: IN8nHttpFullResponse, itemIndex?: number): NodeApiError {
  const { statusCode, body } = response;
  // A proxy in between may respond with anything.
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  const { code = `HTTP_${statusCode}`, message = `The server answered ${statusCode}.` } = envelope;
  const { details = [], docUrl, requestId } = envelope;
  const description = [
    ...details.map((detail) => (detail.path === '' ? detail.message : `${detail.path}: ${detail.message}`)),
    ...(docUrl === undefined ? [] : [`What to do: ${docUrl}`]),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ].join('\n');
  const error = new NodeApiError(
    functions.getNode(),
    { ...envelope },
    {
      message: `${code}: ${message}`,
      description,
      httpCode: String(statusCode),
      ...(itemIndex !== undefined && { itemIndex }),
    },
  );
  error.context['data'] = envelope;
  return error;
}
