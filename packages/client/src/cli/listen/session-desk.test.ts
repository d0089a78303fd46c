import { expect, it } from 'vitest';
import type { PunctualClient } from '../../client.js';
import { createSessionDesk } from './session-desk.js';

const pageMax = 100;

interface Params {
  path: { deliveryId?: string };
  query?: { cursor?: string };
}

/** Follows an endpoint that has this many deliveries, until the newest one has arrived. */
async function followed(count: number) {
  const answer = ({ path, query }: Params): object => {
    const { deliveryId } = path;
    if (deliveryId !== undefined)
      return { id: deliveryId, eventId: deliveryId.replace('whd', 'evt'), payload: {} };
    const newest = count - Number(query?.cursor ?? 0);
    const size = Math.min(pageMax, newest);
    const data = Array.from({ length: size }, (_none, index) => ({ id: `whd_${newest - index}` }));
    return { data, nextCursor: newest > size ? String(count - newest + size) : null };
  };
  const response = new Response();
  const client = {
    GET: (_path: string, { params }: { params: Params }) =>
      Promise.resolve({ data: answer(params), response }),
  } as unknown as PunctualClient;
  const desk = createSessionDesk(client, { server: 'https://punctual.test', workspaceId: 'ws_1' });
  const ended = new AbortController();
  const ids: string[] = [];
  const skips: number[] = [];
  const follower = {
    onEvent: ({ id }: { id: string }) => {
      ids.push(id);
      if (id === `evt_${count}`) ended.abort();
      return Promise.resolve();
    },
    onSkip: (readMax: number) => skips.push(readMax),
  };
  await desk.pull?.follow('whe_1', follower, ended.signal);
  return { ids, skips };
}

it('more events than a page has are all read, the oldest first', async () => {
  const { ids, skips } = await followed(1_250);
  expect(ids).toEqual(Array.from({ length: 1_250 }, (_none, index) => `evt_${index + 1}`));
  expect(skips).toEqual([]);
});

it('if there are more events than are read at once, the oldest ones are skipped, and the command says so', async () => {
  const { ids, skips } = await followed(10_050);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, 'evt_51', 'evt_10050']);
  expect(skips).toEqual([10_000]);
});
