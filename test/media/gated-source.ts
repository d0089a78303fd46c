import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { serveHttp } from '../security/loopback.js';
import { image } from './support.js';

/** A source that holds its responses until it is released. Each path is the number of an image. */
export interface GatedSource extends AsyncDisposable {
  at: (seed: number) => string;
  /** The requested paths, in order. */
  asked: () => string[];
  /** Holds all requests from now on. */
  hold: () => void;
  /** Resolves when that many requests are held. */
  untilWaiting: (count: number) => Promise<void>;
  release: () => void;
}

export async function serveGated(): Promise<GatedSource> {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const answer = (path: string, response: ServerResponse): void => {
    void image(Number(path.slice(1))).then((bytes) => response.end(bytes));
  };
  const server = await serveHttp(({ url = '' }, response) => {
    asked.push(url);
    if (isHeld) waiting.push(() => answer(url, response));
    else answer(url, response);
  });
  return {
    at: (seed) => `http://127.0.0.1:${server.port}/${seed}`,
    asked: () => [...asked],
    hold: () => (isHeld = true),
    untilWaiting: (count) => expect.poll(() => waiting.length).toBe(count),
    release: () => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
