import { hostileRequests } from '../harness/hostile-requests.js';
import { scaled, type Bench } from './bench.js';
import { hammer, openHttpCaller, type HttpCaller } from './load.js';
import { plainRow } from './rows.js';
import { median } from './statistics.js';

const idleCalls = 500;
const rounds = 2;
const requestTimeoutMs = 30_000;
const aimMs = 100;

/** Measures the longest wait for GET /posts, alone and while another caller sends the most expensive requests. */
export const bystander: Bench = {
  name: 'bystander',
  run: async (run) => {
    const { stack, runs } = run;
    const caller = openHttpCaller(stack.apiUrl, 1, stack.apiKey);
    const worst = { idle: [] as number[], beside: [] as number[] };
    try {
      const body = { content: 'x', platforms: [{ accountId: stack.accounts[0]?.id }] };
      const made = await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
      const { id } = JSON.parse(made) as { id: string };
      const hostile = hostileRequests(
        stack.accounts.map((account) => account.id),
        id,
      );
      await idleWorst(caller, scaled(run, idleCalls));
      for (let round = 0; round < runs; round += 1) {
        worst.idle.push(await idleWorst(caller, scaled(run, idleCalls)));
        let isOver = false;
        const attack = async (): Promise<void> => {
          for (let repeat = 0; repeat < rounds; repeat += 1)
            for (const request of hostile) await send(stack.apiUrl, stack.apiKey, request);
          isOver = true;
        };
        const [waits] = await Promise.all([waitsUntil(caller, () => isOver), attack()]);
        worst.beside.push(Math.max(...waits));
      }
    } finally {
      await caller.close();
    }
    const reached = median(worst.beside) < aimMs;
    return {
      title: 'A caller beside one who means harm',
      method: `The longest wait for GET /posts, one call after another: alone, and while another caller sends the corpus of hostile requests (test/harness/hostile-requests.ts) ${rounds} times.`,
      rows: [
        plainRow({ label: 'worst wait, alone', unit: 'ms', ours: worst.idle }),
        {
          ...plainRow({ label: 'worst wait, beside hostile requests', unit: 'ms', ours: worst.beside }),
          result: `${median(worst.beside).toFixed(0)} ms`,
          aim: `below ${aimMs} ms`,
          reached,
        },
      ],
      cpuMs: null,
      curves: null,
    };
  },
};

const page = { method: 'GET', path: '/api/v1/posts?limit=25', status: 200 } as const;

async function idleWorst(caller: HttpCaller, calls: number): Promise<number> {
  const { latenciesMs } = await hammer({ calls, concurrency: 1 }, async () => {
    await caller.call(page);
  });
  return Math.max(...latenciesMs);
}

async function waitsUntil(caller: HttpCaller, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const beganMs = performance.now();
    await caller.call(page);
    waits.push(performance.now() - beganMs);
  }
  return waits;
}

/** Sends the request, whatever the response is. test/security/hostile-requests.test.ts checks the responses. */
async function send(
  apiUrl: string,
  apiKey: string,
  { method, path, signedIn, body }: ReturnType<typeof hostileRequests>[number],
): Promise<void> {
  const answer = await fetch(`${apiUrl}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(signedIn ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body,
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  await answer.text();
}
