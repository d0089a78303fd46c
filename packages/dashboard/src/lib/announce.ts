type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Says something to a screen reader without moving the focus: for what changes by itself. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

export function onAnnouncement(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
