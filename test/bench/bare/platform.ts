import { createServer, type IncomingMessage } from 'node:http';
import { untilAborted } from '../../../src/processes/until-aborted.js';
import type { Arrival } from './contract.js';
import { abortedBySignal, required } from './process.js';

const firstId = 1_000_000_000_000_000_000n;

/**
 * Simulates X: accepts tweets, and records when the head of each request arrived. It does nothing else, so that it
 * takes little processor time from the measured processes.
 */
export async function main(): Promise<void> {
  const signal = abortedBySignal();
  let arrivals: Arrival[] = [];
  let lastId = firstId;
  const server = createServer((request, response) => {
    const atMs = Date.now();
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      if (request.method === 'POST' && path.endsWith('/2/tweets')) {
        const { text } = JSON.parse(body) as { text: string };
        lastId += 1n;
        const id = String(lastId);
        arrivals.push({ text, atMs });
        answer(201, { data: { id, text, edit_history_tweet_ids: [id] } });
      } else if (path === '/arrivals') {
        answer(200, arrivals);
        if (request.method === 'POST') arrivals = [];
      } else answer(path === '/healthz' ? 200 : 404, {});
    });
  });
  server.listen(Number(required('PORT')), '127.0.0.1');
  await untilAborted(signal);
  server.closeAllConnections();
  server.close();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
