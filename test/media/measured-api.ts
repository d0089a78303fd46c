import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { anyFreePort } from '../../src/launcher/ports.js';
import type { MediaConfig } from '../../src/config/media.js';
import { temporalAddress } from '../harness/temporal.js';
import type { ChildOptions, FromChild, ToChild } from './api-child.js';
import { waitMsMax } from '../harness/patience.js';

interface MeasuredApi extends AsyncDisposable {
  url: string;
  /** Runs the work, and returns by how many MiB the process grew at most. */
  growthOf: (work: () => Promise<void>) => Promise<number>;
}

const entry = fileURLToPath(new URL('./api-child.ts', import.meta.url));
const loader = new URL('../../scripts/typescript-loader.mjs', import.meta.url).href;
const MiB = 1024 * 1024;

/** Starts the real API in a separate process, so that its memory can be measured. */
export async function startMeasuredApi(databaseUrl: string, media: MediaConfig): Promise<MeasuredApi> {
  const port = await anyFreePort();
  const url = `http://127.0.0.1:${port}`;
  const options: ChildOptions = {
    databaseUrl,
    temporalAddress: temporalAddress(),
    port,
    media: { ...media, publicUrl: url },
  };
  const child = fork(entry, [JSON.stringify(options)], {
    execArgv: ['--import', loader, '--expose-gc'],
    env: { ...process.env, NODE_ENV: 'test' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = async (message: ToChild): Promise<FromChild> => {
    const answer = once(child, 'message');
    child.send(message);
    const [report] = (await answer) as [FromChild];
    return report;
  };
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), {
    timeout: waitMsMax,
    interval: 100,
  });
  return {
    url,
    growthOf: async (work) => {
      const { rssBytes } = await ask('measure');
      await work();
      const { peakRssBytes } = await ask('report');
      return (peakRssBytes - rssBytes) / MiB;
    },
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
