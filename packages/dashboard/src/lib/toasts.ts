import type { Tone } from './words.js';

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
}

const shownMax = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** A short message at the edge of the window; it is read aloud as well. Callable from anywhere. */
export function showToast(text: string, tone: Tone = 'good'): void {
  lastId += 1;
  change([...toasts, { id: lastId, text, tone }].slice(-shownMax));
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function dismissToasts(): void {
  change([]);
}

export const toastStore = {
  current: (): readonly Toast[] => toasts,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
