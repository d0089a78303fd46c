import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, vi } from 'vitest';
import { codeBlock, readPage } from '../guides/page.js';
import { startReceiver } from '../harness/receiver.js';
import { photo } from '../media/images.js';
import { largeVideo } from '../media/large-video.js';
import type { DevInfo } from './real-stack.js';
import { filledIn, projectFolder, runShell } from './shell.js';
import { waitMsMax } from '../harness/patience.js';

const MiB = 1024 * 1024;

interface Begun {
  media: { id: string };
  upload: { parts: { partNumber: number; sizeBytes: number; uploaded: boolean; address: { url: string } }[] };
}

/** Runs the shell code of docs/uploads.md in a folder with the files that it names. */
export async function followUploads(info: DevInfo, folder: string): Promise<void> {
  const page = readPage('uploads.md');
  mkdirSync(folder, { recursive: true });
  const env = { KEY: info.apiKey, WORKSPACE: info.workspaceId };
  const setUp = { 'http://127.0.0.1:3000': new URL(info.apiUrl).origin };
  const first = filledIn(codeBlock(page, 'sh', 'harbor.jpg'), setUp);
  writeFileSync(path.join(folder, 'harbor.jpg'), await photo(320, 240).jpeg().toBuffer());
  expect(JSON.parse(await runShell(first, { folder, env }))).toMatchObject({
    status: 'READY',
    mime: 'image/jpeg',
    altText: 'A harbor',
  });

  const video = await largeVideo(20 * MiB);
  const file = path.join(folder, 'big.mp4');
  await pipeline(Readable.from(video.read(0, video.sizeBytes)), createWriteStream(file));
  const announce = `curl -s -X POST "$API/media/presign?workspaceId=$WORKSPACE" -H "$AUTH" -H 'Content-Type: application/json' \
    -d '{"mime":"video/mp4","sizeBytes":${video.sizeBytes},"filename":"big.mp4","multipart":true}' > begun.json`;
  const names = first.split('\n').filter((line) => /^(API|AUTH)=/.test(line));
  const shell = (script: string): Promise<string> => runShell([...names, script].join('\n'), { folder, env });
  await shell(announce);
  const { media, upload } = JSON.parse(readFileSync(path.join(folder, 'begun.json'), 'utf8')) as Begun;
  expect(upload.parts.map(({ sizeBytes }) => sizeBytes / MiB)).toEqual([8, 8, 4]);
  // When the upload was interrupted, the second part had already arrived.
  const second = upload.parts[1];
  const body = readFileSync(file).subarray(8 * MiB, 16 * MiB);
  expect((await fetch(second?.address.url ?? '', { method: 'PUT', body })).ok).toBe(true);
  expect(JSON.parse(await shell(codeBlock(page, 'sh', 'while read')))).toMatchObject({
    id: media.id,
    status: 'READY',
    sha256: video.sha256,
  });
  const resumed = JSON.parse(readFileSync(path.join(folder, 'begun.json'), 'utf8')) as Begun;
  expect(resumed.upload.parts.map(({ uploaded }) => uploaded)).toEqual([false, true, false]);
}

/** Runs the shell code of docs/production.md that cancels all scheduled posts. */
export async function followStop({ apiUrl, apiKey }: DevInfo): Promise<void> {
  await runShell(codeBlock(readPage('production.md'), 'sh', '/cancel'), {
    env: { API: apiUrl, KEY: apiKey },
  });
}

/** Runs the shell code of docs/webhooks.md that resends what an endpoint has missed. `publish` ends a post's run. */
export async function followWebhooks(dataDir: string, publish: () => Promise<void>): Promise<void> {
  const page = readPage('webhooks.md');
  const env = { DATA_DIR: dataDir };
  const shell = (script: string): Promise<string> => runShell(script, { folder: projectFolder, env });
  const webhooks = async (args: string): Promise<unknown> =>
    JSON.parse(await shell(`npm run --silent webhooks -- ${args} --json`));
  // Punctual itself retries only after a minute, so earlier deliveries come from the loop of the guide.
  const receiver = await startReceiver((response) => response.writeHead(500, { 'retry-after': '60' }).end());
  const accepted: (string | string[] | undefined)[] = [];
  try {
    const endpoint = (await webhooks(`add --url ${receiver.url}`)) as { id: string };
    const deliveries = async (): Promise<string[]> => {
      const { data } = (await webhooks(`deliveries ${endpoint.id}`)) as { data: { status: string }[] };
      return data.map(({ status }) => status).sort();
    };
    await webhooks(`update ${endpoint.id} --disable`);
    await publish();
    expect(await deliveries()).toEqual(['DEAD']);
    await webhooks(`update ${endpoint.id} --enable`);
    for (let count = 1; count <= 2; count += 1) await webhooks(`test ${endpoint.id}`);
    await receiver.until(2);
    expect(await deliveries()).toEqual(['DEAD', 'PENDING', 'PENDING']);
    receiver.answer = (response, { headers }) => {
      accepted.push(headers['webhook-id']);
      response.writeHead(204).end();
    };
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const loop = codeBlock(page, 'sh', 'while read');
    await shell(filledIn(loop, { 'whe_…': endpoint.id, '2030-01-31T09:00:00Z': since }));
    await vi.waitFor(
      async () => {
        expect(await deliveries()).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
      },
      { timeout: waitMsMax, interval: 500 },
    );
    expect(new Set(accepted).size).toBe(3);
    await webhooks(`remove ${endpoint.id}`);
  } finally {
    await receiver.close();
  }
}
