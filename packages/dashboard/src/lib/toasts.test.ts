import { afterEach, expect, it } from 'vitest';
import { dismissToasts, showToast, toastStore } from './toasts.js';

afterEach(dismissToasts);
const shown = (): string[] => toastStore.current().map(({ text }) => text);

it('a newer message about the same subject replaces the older one', () => {
  showToast('Moved to Monday', 'good', 'post 1');
  showToast('Copied');
  showToast('Moved to Tuesday', 'good', 'post 1');
  expect(shown()).toEqual(['Copied', 'Moved to Tuesday']);
  showToast('Copied');
  expect(shown()).toEqual(['Moved to Tuesday', 'Copied']);
});
