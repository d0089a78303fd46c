type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Announces a text to screen readers without moving the focus. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
