import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../api/errors.js';
import type { Told } from './told.js';
import { dismissToast, dismissToasts, pressToast, showFailure, showToast, toastStore } from './toasts.js';

afterEach(dismissToasts);
const shown = (): Told[] => toastStore.current().map(({ text }) => text);

it('a newer message about the same subject replaces the older one', () => {
  showToast('Moved to Monday', 'good', 'post 1');
  showToast('Copied');
  showToast('Moved to Tuesday', 'good', 'post 1');
  expect(shown()).toEqual(['Copied', 'Moved to Tuesday']);
  showToast('Copied');
  expect(shown()).toEqual(['Moved to Tuesday', 'Copied']);
});

it('a message keeps its action until a newer message about the same subject replaces it', () => {
  const undo = { label: 'Undo', run: () => undefined };
  showToast('Moved to Monday', 'good', 'post 1', undo);
  expect(toastStore.current().map(({ action }) => action)).toEqual([undo]);
  showToast('Moved back', 'good', 'post 1');
  expect(toastStore.current().map(({ action }) => action)).toEqual([undefined]);
});

it('onMissed is called once if a message disappears without its button being pressed', () => {
  const told: string[] = [];
  const show = (name: string): number =>
    showToast(name, 'good', name, {
      label: 'Undo',
      run: () => told.push(`${name} undone`),
      onMissed: () => told.push(`${name} missed`),
    });
  pressToast(show('first'));
  dismissToast(show('second'));
  show('third');
  show('third');
  expect(told).toEqual(['first undone', 'second missed', 'third missed']);
});

it('a message about a failure keeps the words of the server separate, because they may be in another language', () => {
  const error = new ApiError(409, { code: 'NEW_CODE', message: 'The post is locked.' }, null);
  showFailure('Nicht gelöscht.', error);
  showFailure('Nicht gelöscht.', error);
  expect(shown()).toEqual([['Nicht gelöscht. ', { english: 'The post is locked.' }]]);
});
