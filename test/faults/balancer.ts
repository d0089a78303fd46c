import { Agent, get, request } from 'node:http';
import { text } from 'node:stream/consumers';

const checkIntervalMs = 250;
const checkTimeoutMs = 5_000;
/** The limit for a request that hangs. Even a slow machine needs less. */
const answerTimeoutMs = 120_000;

export interface BalancedAnswer {
  status: number;
  text: string;
}

export interface Balancer {
  /** Tries a request once, at the next API that is ready. Rejects if there is no response. */
  send: (method: string, path: string, body?: object) => Promise<BalancedAnswer>;
  /** The APIs that accept requests now. */
  ready: () => number;
  close: () => void;
}

/** A load balancer for several APIs: it polls /readyz, keeps connections open, and repeats nothing. */
export function createBalancer(apiUrls: string[], apiKey: string): Balancer {
  const backends = apiUrls.map((url) => ({
    url,
    ready: true,
    answers: true,
    askedLast: 0,
    heardLast: 0,
    agent: new Agent({ keepAlive: true }),
  }));
  const check = (backend: (typeof backends)[number]): void => {
    backend.askedLast += 1;
    const number = backend.askedLast;
    // If a later check was answered first, the response to this one is outdated.
    const hear = (said: { ready: boolean; answers: boolean }): void => {
      if (number > backend.heardLast) Object.assign(backend, said, { heardLast: number });
    };
    const asked = get(`${backend.url}/readyz`, { timeout: checkTimeoutMs }, (answer) => {
      text(answer).then(
        (body) => {
          const isDraining = (JSON.parse(body) as { status: string }).status === 'draining';
          hear({ ready: answer.statusCode === 200, answers: !isDraining });
        },
        () => undefined,
      );
    });
    asked.once('timeout', () => asked.destroy());
    // A refused connection counts as a response. A slow one shows nothing.
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') hear({ ready: false, answers: false });
    });
  };
  const timer = setInterval(() => {
    for (const backend of backends) check(backend);
  }, checkIntervalMs);
  let turn = 0;
  return {
    ready: () => backends.filter(({ ready }) => ready).length,
    close: () => {
      clearInterval(timer);
      for (const { agent } of backends) agent.destroy();
    },
    send: (method, path, body) => {
      turn += 1;
      const ready = backends.filter((each) => each.ready);
      // Like a load balancer: if no API is ready, any API that responds is used. An API that drains ends soon.
      const open = ready.length > 0 ? ready : backends.filter(({ answers }) => answers);
      const backend = open[turn % open.length];
      if (backend === undefined) return Promise.reject(new Error('no API answers'));
      const { url, agent } = backend;
      const sent = body === undefined ? undefined : JSON.stringify(body);
      return new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        const signal = AbortSignal.timeout(answerTimeoutMs);
        const outgoing = request(`${url}/api/v1${path}`, { method, agent, headers, signal }, (incoming) => {
          let answer = '';
          incoming.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
          incoming.once('error', reject);
          incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text: answer }));
        });
        outgoing.once('error', reject);
        outgoing.end(sent);
      });
    },
  };
}
