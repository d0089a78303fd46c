import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropHeld, hold, sendHeld, type HeldRequest } from './held-requests.js';
import { dismissToast, dismissToasts, pressToast, toastStore } from './toasts.js';

const later = '2100-01-01T00:00:00Z';
const sent: string[] = [];
let closePage: () => void = () => undefined;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => {
    closePage = listener;
  });
});
afterEach(() => {
  dropHeld();
  dismissToasts();
  vi.unstubAllGlobals();
});

const request = (more: Partial<HeldRequest> = {}): HeldRequest => ({
  postIds: ['post_1'],
  action: 'approve',
  dueAt: later,
  send: (isClosing) => {
    sent.push(isClosing ? 'while closing' : 'later');
    return Promise.resolve();
  },
  refresh: () => Promise.resolve(),
  ...more,
});
const message = () => toastStore.current().at(-1);

it('a held request is sent when its message disappears, and not after Undo', async () => {
  await hold(request());
  expect(sent).toEqual([]);
  pressToast(message()?.id ?? 0);
  expect(message()?.text).toBe('The post was not approved');
  await sendHeld('post_1');
  expect(sent).toEqual([]);
  await hold(request());
  dismissToast(message()?.id ?? 0);
  await sendHeld('post_1');
  expect(sent).toEqual(['later']);
});

it('one request for several posts is sent once, before the next action on any of them', async () => {
  await hold(request({ postIds: ['post_1', 'post_2', 'post_3'], action: 'delete' }));
  expect(message()?.text).toBe('3 posts deleted');
  await hold(request({ postIds: ['post_2', 'post_4'] }));
  expect(sent).toEqual(['later']);
  closePage();
  expect(sent).toEqual(['later', 'while closing']);
  await sendHeld('post_1', 'post_2', 'post_3', 'post_4');
  expect(sent).toEqual(['later', 'while closing']);
});

it('a second action on a post first sends the held one', async () => {
  await hold(request());
  await hold(request({ action: 'delete' }));
  expect(sent).toEqual(['later']);
});

it('a held request is sent once while the page closes', async () => {
  await hold(request());
  closePage();
  closePage();
  expect(sent).toEqual(['while closing']);
  expect(toastStore.current()).toEqual([]);
});

it('a held request that is under way is sent once more while the page closes, because it ends with the page', async () => {
  const send = (isClosing: boolean): Promise<unknown> => {
    sent.push(isClosing ? 'while closing' : 'later');
    return isClosing ? Promise.resolve() : new Promise(() => undefined);
  };
  await hold(request({ send }));
  dismissToast(message()?.id ?? 0);
  closePage();
  closePage();
  expect(sent).toEqual(['later', 'while closing']);
});

it('a post that is due in a moment is not held', async () => {
  await hold(request({ dueAt: new Date(Date.now() + 1_000).toISOString() }));
  expect(sent).toEqual(['later']);
  expect(message()?.action).toBeUndefined();
});

it('a message reports a request that fails later', async () => {
  await hold(request({ send: () => Promise.reject(new Error('The post has changed.')) }));
  await sendHeld('post_1');
  expect(message()).toMatchObject({
    tone: 'bad',
    text: 'Approving the post failed. The post has changed.',
  });
});
