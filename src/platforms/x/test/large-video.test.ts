import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import { upload } from '../../../../test/platforms/media-support.js';
import { connectorOf, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { x as definition } from '../definition.js';

const MiB = 1024 * 1024;

const safeFetch = useSafeFetch();
const sandbox = useSandbox();
const shelf = useShelf();

async function read<T>(path: string): Promise<T> {
  const answer = await safeFetch({ url: `${sandbox.url}${path}`, method: 'GET' });
  return (JSON.parse(answer.body) as { data: T }).data;
}

const bytesReceived = async (): Promise<number> =>
  (await read<{ bytesReceived: Record<string, number> }>('/uploads')).bytesReceived['X'] ?? 0;

describe('a large video on X', () => {
  const x = connectorOf(definition, { fetch: safeFetch });
  const session = (): PlatformSession => ({
    externalAccountId: '5005',
    handle: 'video',
    baseUrl: `${sandbox.url}/x`,
    credentials: { accessToken: 'sandbox:5005', refreshToken: 'sandbox-refresh:5005' },
  });

  it('continues an interrupted upload at the last segment, and is complete', async () => {
    const video = shelf.medium({ mime: 'video/mp4', sizeBytes: 18 * MiB + 7 });
    const publication = textPost('a large video', { media: [video] });
    const before = await bytesReceived();
    let state: JsonObject | null = null;
    let tries = 0;
    for (;;) {
      tries += 1;
      const controller = new AbortController();
      const reachedMax = tries * 5 * MiB;
      const progress = (bytes: number): void => {
        if (bytes > reachedMax) controller.abort();
      };
      const next = await upload(x, session(), publication, state, { progress, signal: controller.signal });
      state = next.answer.kind === 'uploaded' ? next.answer.state : (next.saved.at(-1) ?? state);
      if (next.answer.kind === 'uploaded') break;
    }
    expect(tries).toBeGreaterThan(2);
    const received = (await bytesReceived()) - before;
    expect(received).toBeLessThan(video.sizeBytes + tries * 4.1 * MiB);
    const starts = shelf.readsOf(video).map(({ start }) => start);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    const { media } = await read<{ media: { sha256: string; sizeBytes: number }[] }>('/uploads');
    expect(media[0]).toMatchObject({ sha256: video.sha256, sizeBytes: video.sizeBytes });
  });
});
