import type { EgressRequest, SafeFetch } from '../../egress/safe-fetch.js';

/** A call as the report shows it: without values, ids and secrets. */
export interface RecordedCall {
  method: EgressRequest['method'];
  host: string;
  /** The path with `…` in place of everything that may be an id, and the names of the parameters. */
  path: string;
  /** Null if there was no response. */
  status: number | null;
  /** The names of the fields in the bodies. The name of an inner field begins with that of its parent. */
  sent: readonly string[];
  received: readonly string[];
  /** How often the same call was made in a row, with the same kind of response. */
  times: number;
}

export interface Recorder {
  /** Returns a fetch whose calls are recorded. */
  record: (safeFetch: SafeFetch) => SafeFetch;
  /** Returns the calls since the last time, and forgets them. */
  take: () => RecordedCall[];
}

const callsMax = 200;
const namesMax = 40;
const nameDepthMax = 3;
const bodyCharsMax = 256 * 1024;
/** Names of fields and fixed parts of paths. Ids have digits or are longer; a handle has a dot. */
const plainName = /^[a-z_$@][a-z_$-]{0,39}$/i;
const apiVersion = /^v?\d{1,3}([._]\d{1,3})?$/;
/** The name of an operation, such as com.atproto.repo.createRecord. */
const operation = /^(app|com)(\.[a-zA-Z]+){2,5}$/;

export function createRecorder(): Recorder {
  let calls: RecordedCall[] = [];
  const add = (call: RecordedCall): void => {
    const last = calls.at(-1);
    if (last !== undefined && sameCall(last, call)) last.times += 1;
    else if (calls.length < callsMax) calls.push(call);
  };
  return {
    record: (safeFetch) => async (request) => {
      const begun = toCall(request);
      try {
        const response = await safeFetch(request);
        add({ ...begun, status: response.status, received: fieldNames(response.body) });
        return response;
      } catch (error) {
        add(begun);
        throw error;
      }
    },
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

function toCall({ method, url, body }: EgressRequest): RecordedCall {
  const { host, pathname, searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())].map((name) => (plainName.test(name) ? name : '…'));
  const query = names.length === 0 ? '' : `?${names.slice(0, namesMax).join('&')}`;
  const path = pathname.split('/').map(withoutId).join('/');
  const sent = typeof body === 'string' ? fieldNames(body) : body === undefined ? [] : ['(bytes)'];
  return { method, host, path: `${path}${query}`, status: null, sent, received: [], times: 1 };
}

const withoutId = (part: string): string =>
  part === '' || plainName.test(part) || apiVersion.test(part) || operation.test(part) ? part : '…';

/** The names of the fields in a body of JSON or of a form. None for other bodies. */
function fieldNames(body: string): string[] {
  if (body === '' || body.length > bodyCharsMax) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    const isForm = /^[\w.[\]%-]+=[^\s{}<>]*$/.test(body);
    parsed = isForm ? Object.fromEntries(new URLSearchParams(body)) : null;
  }
  const names = new Set<string>();
  collect(parsed, '', 1, names);
  return [...names];
}

function collect(value: unknown, prefix: string, depth: number, names: Set<string>): void {
  if (typeof value !== 'object' || value === null || depth > nameDepthMax) return;
  if (Array.isArray(value)) {
    // The items of a list have the same fields, so the first few are enough.
    for (const item of value.slice(0, 3)) collect(item, prefix, depth, names);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (names.size >= namesMax) return;
    const name = `${prefix}${plainName.test(key) ? key : '…'}`;
    names.add(name);
    collect(inner, `${name}.`, depth + 1, names);
  }
}

function sameCall(one: RecordedCall, other: RecordedCall): boolean {
  return JSON.stringify({ ...one, times: 1 }) === JSON.stringify({ ...other, times: 1 });
}
