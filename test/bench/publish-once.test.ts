import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch, type DisposableSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { callPlatform } from './bare/publish-once.js';

let sandbox: RunningSandbox;
let fetch: DisposableSafeFetch;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  fetch = createSafeFetch();
});

afterAll(async () => {
  await fetch[Symbol.asyncDispose]();
  await sandbox.close();
});

describe('the baseline that publishes directly', () => {
  it.each(['X', 'BLUESKY', 'THREADS'] as const)('publishes a text on %s', async (platform) => {
    const text = `Benchmark on ${platform}`;
    const id = await callPlatform({ fetch, platformUrl: sandbox.url }, { platform, text });
    const { data } = await ask<{ data: { platform: string; text: string; externalPostId: string }[] }>(
      '/publications',
    );
    expect(data).toContainEqual(expect.objectContaining({ platform, text, externalPostId: id }));
  });

  it('makes the same calls for a text as Punctual', async () => {
    const { data } = await ask<{ data: object }>('/calls');
    expect(data).toEqual({
      X: { createTweet: 1 },
      BLUESKY: { 'com.atproto.repo.createRecord': 1 },
      THREADS: { createContainer: 1, getObject: 2, publish: 1 },
    });
  });
});

async function ask<T>(path: string): Promise<T> {
  const { body } = await fetch({ url: `${sandbox.url}${path}`, method: 'GET' });
  return JSON.parse(body) as T;
}
