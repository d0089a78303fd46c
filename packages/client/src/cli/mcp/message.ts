/** The parts of a JSON-RPC message that the bridge needs. */
export interface Message {
  method: string | null;
  /** Null: the message wants no response. */
  id: string | number | null;
  params: Readonly<Record<string, unknown>>;
}

/** The error codes of JSON-RPC 2.0. The last one is the first of those that servers may define. */
export const errorCodes = { parseError: -32_700, invalidRequest: -32_600, serverError: -32_000 } as const;

/** Parses a line. Returns the error code if it is not one message. */
export function parseMessage(line: string): Message | number {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return errorCodes.parseError;
  }
  if (!isObject(value)) return errorCodes.invalidRequest;
  const { method, id, params } = value;
  return {
    method: typeof method === 'string' ? method : null,
    id: typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null,
    params: isObject(params) ? params : {},
  };
}

export const errorMessage = (id: Message['id'], code: number, message: string, data?: object): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** The parameter of a method that is repeated as a header. */
const nameSources: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * The headers that the Streamable HTTP transport requires from the revision 2026-07-28 on. In older revisions, each
 * request after `initialize` contains the revision from the response to `initialize`.
 */
export function headersOf({ method, params }: Message, agreedVersion: string | null): Record<string, string> {
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const version = meta[versionKey];
  if (method === null || typeof version !== 'string')
    return agreedVersion === null || method === 'initialize' ? {} : { 'mcp-protocol-version': agreedVersion };
  const name = params[nameSources[method] ?? ''];
  return {
    'mcp-protocol-version': asHeader(version),
    'mcp-method': asHeader(method),
    ...(typeof name === 'string' && { 'mcp-name': asHeader(name) }),
  };
}

/** A text as a header. One that is not printable ASCII is encoded as the transport says. */
function asHeader(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** The revision that the response to `initialize` names. */
export function agreedVersionIn(response: unknown): string | null {
  if (!isObject(response) || !isObject(response['result'])) return null;
  const version = response['result']['protocolVersion'];
  return typeof version === 'string' && /^[\x21-\x7e]{1,50}$/.test(version) ? version : null;
}

/** The messages in a body of server-sent events. */
export function eventData(body: string): string[] {
  return body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []))
        .join('\n'),
    )
    .filter((data) => data !== '');
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
