import { Pool } from 'undici';

const requestTimeoutMs = 30_000;

export interface Hammered {
  perSecond: number;
  latenciesMs: number[];
}

/** Makes the calls with `concurrency` callers, each of which calls again as soon as it has its response. */
export async function hammer(
  { calls, concurrency }: { calls: number; concurrency: number },
  call: (number: number) => Promise<void>,
): Promise<Hammered> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startMs = performance.now();
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const number = next;
      next += 1;
      const beganMs = performance.now();
      await call(number);
      latenciesMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return { perSecond: calls / ((performance.now() - startMs) / 1000), latenciesMs };
}

export interface HttpCaller {
  /** Returns the body of the response. Throws if it has another status, so that no refusal is measured. */
  call: (request: { method: 'GET' | 'POST'; path: string; body?: object; status: number }) => Promise<string>;
  close: () => Promise<void>;
}

export function openHttpCaller(origin: string, connections: number, apiKey?: string): HttpCaller {
  const pool = new Pool(origin, {
    connections,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
  });
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    call: async ({ method, path, body, status }) => {
      const answer = await pool.request({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== status) {
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      }
      return text;
    },
    close: () => pool.destroy(),
  };
}
