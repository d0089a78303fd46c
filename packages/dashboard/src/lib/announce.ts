import type { Told } from './told.js';

type Listener = (text: Told) => void;
const listeners = new Set<Listener>();

/** Announces a text to screen readers without moving the focus. */
export function announce(text: Told): void {
  for (const listener of listeners) listener(text);
}

export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
