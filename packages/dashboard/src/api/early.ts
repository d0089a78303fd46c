import { maybeSignedIn } from '../lib/signed-in.js';

/** Pages that need no session. */
const outside = /^\/(?:sign-in|client)\b/;
const isWanted = maybeSignedIn() && !outside.test(globalThis.location.pathname);

/**
 * What every page with a session needs, requested before even the messages are loaded. What is read once the stream is
 * open need not be read again, so that it comes first.
 */
let stream = isWanted && document.visibilityState === 'visible' ? new EventSource('/api/v1/events') : null;
const answers = new Map(
  (isWanted ? ['/api/v1/me', '/api/v1/workspaces?limit=100'] : []).map((path) => {
    const answer = fetch(path, { credentials: 'same-origin', cache: 'no-store' });
    // Whoever takes it sees the failure.
    answer.catch(() => undefined);
    return [new URL(path, globalThis.location.href).href, answer];
  }),
);

/** Returns the stream of changes, which may be open already. */
export function openStream(): EventSource {
  const opened = stream ?? new EventSource('/api/v1/events');
  stream = null;
  return opened;
}

/** Returns the answer to a request that was sent early, once. */
export function takeAnswer(url: string): Promise<Response> | undefined {
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}
