import { expect, it } from 'vitest';
import { conditional, remembered } from './etags.js';

const address = 'http://localhost/api/v1/me';
const answer = (status: number, date: string): Response =>
  new Response(status === 304 ? null : '{"id":1}', { status, headers: { etag: '"1"', date } });

it('a response without a body gets the remembered body, with its own time', async () => {
  const first = 'Mon, 01 Mar 2027 09:00:00 GMT';
  const second = 'Mon, 01 Mar 2027 10:00:00 GMT';
  await remembered(new Request(address), answer(200, first));
  const request = conditional(new Request(address));
  expect(request.headers.get('if-none-match')).toBe('"1"');
  const again = await remembered(request, answer(304, second));
  expect(again.status).toBe(200);
  expect(again.headers.get('date')).toBe(second);
  expect(await again.json()).toEqual({ id: 1 });
});
