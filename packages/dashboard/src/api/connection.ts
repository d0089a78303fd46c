// API calls report to this module whether the server can be reached and whether the session is still valid.

/** A change of the session that is sent to all tabs. */
type SessionMessage = { type: 'ended' } | { type: 'signed-out' } | { type: 'signed-in'; userId: string };

let isAway = false;
const awayListeners = new Set<() => void>();
const sessionListeners = new Set<(message: SessionMessage) => void>();
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('punctual.session') : null;
channel?.addEventListener('message', (event: MessageEvent<SessionMessage>) => take(event.data));
let signedInAtMs = 0;

/** Whether a request was sent with the current session cookie. `begunMs` is its start by `performance.now()`. */
export const isOfThisSession = (begunMs: number): boolean => begunMs >= signedInAtMs;

function take(message: SessionMessage): void {
  if (message.type === 'signed-in') signedInAtMs = performance.now();
  for (const listener of sessionListeners) listener(message);
}

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

let isSigningOut = false;

/**
 * Runs `work`, which ends the session on purpose. While it runs, other calls that fail do not report the end of the
 * session. Afterwards the other tabs are notified, so that they open the sign-in screen.
 */
export async function signingOut(work: () => Promise<unknown>): Promise<void> {
  isSigningOut = true;
  try {
    await work();
    take({ type: 'signed-out' });
    channel?.postMessage({ type: 'ended' } satisfies SessionMessage);
  } finally {
    isSigningOut = false;
  }
}

/** Notifies this tab and all others about a change of the session. */
export function tellSession(message: SessionMessage): void {
  if (isSigningOut && message.type === 'ended') return;
  take(message);
  channel?.postMessage(message);
}

export function onSession(listener: (message: SessionMessage) => void): () => void {
  sessionListeners.add(listener);
  return () => void sessionListeners.delete(listener);
}
