import { expect, it } from 'vitest';
import { MediaFiles } from './media-files.js';

it('removes its folder after the uploads under way have ended, and admits no other', async () => {
  const files = new MediaFiles(null);
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('first');
    await closed;
    throw new Error('The connection was closed.');
  }
  const order: string[] = [];
  const received = files.receive('one', body(), 100).catch((error: unknown) => {
    order.push(String(error));
  });
  const removed = files[Symbol.asyncDispose]().then(() => order.push('removed'));
  await expect(files.receive('two', body(), 100)).rejects.toThrow('The sandbox has stopped.');
  end();
  await Promise.all([received, removed]);
  expect(order).toEqual(['Error: The connection was closed.', 'removed']);
});
