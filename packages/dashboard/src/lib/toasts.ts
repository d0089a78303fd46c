import type { Tone } from './labels.js';

/** A button in a message, such as Undo. Pressing it dismisses the message first. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  /** The subject of the message. A newer message with the same subject replaces this message. */
  subject: string;
  action?: ToastAction;
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
 * Shows a short message at the edge of the window and announces it. The message replaces an earlier one with the same
 * subject, which by default is the text itself. A message with an action is shown longer.
 */
export function showToast(text: string, tone: Tone = 'good', subject = text, action?: ToastAction): void {
  lastId += 1;
  const others = toasts.filter((toast) => toast.subject !== subject);
  const toast = { id: lastId, text, tone, subject, ...(action !== undefined && { action }) };
  change([...others, toast].slice(-shownMax));
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
