/** What every call tells of: whether the API answers at all, and whether the session still holds. */
type SessionMessage = { type: 'ended' } | { type: 'signed-in'; userId: string };

let isAway = false;
const awayListeners = new Set<() => void>();
const sessionListeners = new Set<(message: SessionMessage) => void>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('punctual.session') : null;
channel?.addEventListener('message', (event: MessageEvent<SessionMessage>) => {
  for (const listener of sessionListeners) listener(event.data);
});

export function noteAnswer(answered: boolean): void {
  if (isAway === !answered) return;
  isAway = !answered;
  for (const listener of awayListeners) listener();
}

export const awayStore = {
  current: (): boolean => isAway,
  subscribe: (listener: () => void): (() => void) => {
    awayListeners.add(listener);
    return () => void awayListeners.delete(listener);
  },
};

/** Tells this tab and all others. */
export function tellSession(message: SessionMessage): void {
  for (const listener of sessionListeners) listener(message);
  channel?.postMessage(message);
}

export function onSession(listener: (message: SessionMessage) => void): () => void {
  sessionListeners.add(listener);
  return () => void sessionListeners.delete(listener);
}
