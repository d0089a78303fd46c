import { Readable } from 'node:stream';
import { waitFor } from '../../src/launcher/waiting.js';
import { largeVideo, type LargeVideo } from '../media/large-video.js';
import { seedAccounts } from '../harness/sandbox.js';
import { checkStillAhead, newBatch } from './actions.js';
import { scaled, type Bench, type BenchRun } from './bench.js';
import type { BenchStack } from './bench-stack.js';
import { openHttpCaller, type HttpCaller } from './load.js';
import { plainRow } from './rows.js';
import { slowLineBytesPerSecond } from './stack-options.js';
import { median } from './statistics.js';

const videoBytes = 200_000_000;
const aimMsAfterText = 1_000;
const leadMs = 5_000;
const pollMs = 200;
const settleMs = 180_000;

/**
 * Publishes a video over a slow line next to a text that is due at the same time. The bytes have to be sent earlier.
 */
export const video: Bench = {
  name: 'video',
  servers: ['dev', 'postgres'],
  stack: { simulated: 'slow-sandbox' },
  run: async (run) => {
    const { stack, runs, say } = run;
    const sizeBytes = scaled(run, videoBytes);
    const caller = openHttpCaller(stack.apiUrl, 2, stack.apiKey);
    const late = { text: [] as number[], video: [] as number[] };
    try {
      const mediaId = await upload(stack, caller, await largeVideo(sizeBytes));
      for (let round = 0; round < runs; round += 1) {
        const { textMs, videoMs } = await publishBoth(run, caller, mediaId);
        late.text.push(textMs);
        late.video.push(videoMs);
        say(`  text ${textMs} ms late, video ${videoMs} ms`);
      }
    } finally {
      await caller.close();
    }
    const afterMs = median(late.video.map((ms, round) => ms - (late.text[round] ?? 0)));
    const judged = {
      result: `${afterMs.toFixed(0)} ms after the text`,
      aim: `at most ${aimMsAfterText} ms after`,
      reached: afterMs <= aimMsAfterText,
    };
    return {
      title: 'A video over a slow line',
      method: `A video of ${Math.round(sizeBytes / 1e6)} MB for YouTube, whose simulated platform reads ${slowLineBytesPerSecond / 1e6} MB/s, and a text for X, due at the same instant, ${run.aheadMs / 1_000} s after they were scheduled: when the platforms have accepted them.`,
      rows: [
        plainRow({ label: 'the text: late', unit: 'ms', ours: late.text }),
        plainRow({ label: 'the video: late', unit: 'ms', ours: late.video }, judged),
      ],
      cpuMs: null,
      curves: null,
    };
  },
};

async function publishBoth(
  { stack, aheadMs }: BenchRun,
  caller: HttpCaller,
  mediaId: string,
): Promise<{ textMs: number; videoMs: number }> {
  const [x, youTube] = [accountOn(stack, 'X'), accountOn(stack, 'YOUTUBE')];
  const platformOptions = seedAccounts.find(({ platform }) => platform === 'YOUTUBE')?.example
    .platformOptions;
  const dueAt = new Date(Date.now() + leadMs + aheadMs);
  const scheduledFor = dueAt.toISOString();
  const batch = newBatch();
  const posts = [
    { caption: `${batch} text`, targets: [{ socialAccountId: x }], scheduledFor },
    {
      caption: `${batch} video`,
      mediaIds: [mediaId],
      targets: [{ socialAccountId: youTube, platformOptions }],
      scheduledFor,
    },
  ];
  for (const body of posts) await caller.call({ method: 'POST', path: '/api/v1/posts', body, status: 201 });
  checkStillAhead(dueAt);
  const [textMs = 0, videoMs = 0] = await publishedAt(stack, batch, dueAt);
  return { textMs: textMs - dueAt.getTime(), videoMs: videoMs - dueAt.getTime() };
}

function accountOn({ allAccounts }: BenchStack, name: 'X' | 'YOUTUBE'): string {
  const account = allAccounts.find(({ platform }) => platform === name);
  if (account === undefined) throw new Error(`There is no account on ${name}.`);
  return account.id;
}

/** Returns the times at which the platforms accepted the text and the video of a batch. */
async function publishedAt({ platformUrl }: BenchStack, batch: string, dueAt: Date): Promise<number[]> {
  const caller = openHttpCaller(platformUrl, 1);
  try {
    return await waitFor(
      async () => {
        const body = await caller.call({ method: 'GET', path: '/publications', status: 200 });
        const { data } = JSON.parse(body) as { data: { text: string; publishedAt: string }[] };
        const found = ['text', 'video'].map((kind) =>
          data.find(({ text }) => text.includes(`${batch} ${kind}`)),
        );
        const times = found.flatMap((one) => (one === undefined ? [] : [Date.parse(one.publishedAt)]));
        return times.length === found.length ? times : undefined;
      },
      {
        timeoutMs: dueAt.getTime() - Date.now() + settleMs,
        intervalMs: pollMs,
        failure: 'The text and the video were not public',
      },
    );
  } finally {
    await caller.close();
  }
}

interface UploadAddress {
  url: string;
  method: string;
  headers: Record<string, string>;
}

interface Begun {
  media: { id: string };
  upload:
    | ({ kind: 'single' } & UploadAddress)
    | {
        kind: 'parts';
        partSizeBytes: number;
        parts: { partNumber: number; sizeBytes: number; address: UploadAddress }[];
      };
}

/** Adds the video to the library through the API. Returns its id. */
async function upload(
  { workspaceId }: BenchStack,
  caller: HttpCaller,
  { sizeBytes, sha256, read }: LargeVideo,
): Promise<string> {
  const body = { mime: 'video/mp4', sizeBytes, sha256 };
  const path = `/api/v1/media/presign?workspaceId=${workspaceId}`;
  const begun = JSON.parse(await caller.call({ method: 'POST', path, body, status: 201 })) as Begun;
  const { media, upload: order } = begun;
  const put = async ({ url, method, headers }: UploadAddress, start: number, end: number): Promise<void> => {
    const stream = Readable.toWeb(Readable.from(read(start, end), { objectMode: false }));
    const answer = await fetch(url, { method, headers, body: stream, duplex: 'half' });
    if (!answer.ok) throw new Error(`The upload of the video answered ${answer.status}.`);
  };
  if (order.kind === 'single') await put(order, 0, sizeBytes);
  else
    for (const { partNumber, sizeBytes: partBytes, address } of order.parts) {
      const start = (partNumber - 1) * order.partSizeBytes;
      await put(address, start, start + partBytes);
    }
  await caller.call({ method: 'POST', path: `/api/v1/media/${media.id}/complete`, status: 200 });
  return media.id;
}
