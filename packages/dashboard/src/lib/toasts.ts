import { toldOf } from '../api/errors.js';
import type { Tone } from './labels.js';
import { inOne, plainText, type Told } from './told.js';

/** A button in a message, such as Undo. Pressing it dismisses the message first. */
export interface ToastAction {
  label: string;
  run: () => void;
  /** Called once if the message disappears without a press of the button. */
  onMissed?: () => void;
}

/** How long a message with a button is shown, because users need time to decide. */
export const actionShownMs = 8_000;

export interface Toast {
  id: number;
  text: Told;
  tone: Tone;
  /** The subject of the message. A newer message with the same subject replaces this message. */
  subject: string;
  action?: ToastAction;
}

const shownMax = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[], pressed?: Toast): void {
  const gone = toasts.filter((toast) => toast !== pressed && !next.includes(toast));
  toasts = next;
  for (const listener of listeners) listener();
  for (const { action } of gone) action?.onMissed?.();
}

/**
 * Shows a short message at the edge of the window and announces it. The message replaces an earlier one with the same
 * subject, which by default is the text itself. A message with an action is shown longer. Returns the id for
 * `dismissToast`.
 */
export function showToast(
  text: Told,
  tone: Tone = 'good',
  subject = plainText(text),
  action?: ToastAction,
): number {
  lastId += 1;
  const id = lastId;
  const others = toasts.filter((toast) => toast.subject !== subject);
  const toast = { id, text, tone, subject, ...(action !== undefined && { action }) };
  change([...others, toast].slice(-shownMax));
  return id;
}

/** Shows a message about an action that failed, with the reason. */
export function showFailure(told: string, error: unknown): void {
  showToast(inOne(`${told} `, toldOf(error)), 'bad');
}

/** Dismisses the message and runs its action. */
export function pressToast(id: number): void {
  const pressed = toasts.find((toast) => toast.id === id);
  change(
    toasts.filter((toast) => toast !== pressed),
    pressed,
  );
  pressed?.action?.run();
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
