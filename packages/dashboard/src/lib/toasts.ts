import type { Tone } from './labels.js';

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  /** A newer message about the same subject replaces this one. */
  subject: string;
}

const shownMax = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a short message at the edge of the window and announces it. It replaces the previous message about the same
 * subject; without a subject, the one with the same text.
 */
export function showToast(text: string, tone: Tone = 'good', subject = text): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.subject !== subject);
  change([...others, { id: lastId, text, tone, subject }].slice(-shownMax));
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
