import { inBrowser } from '../lib/in-browser.js';
import { maybeSignedIn } from '../lib/signed-in.js';

/** Pages that need no session. */
const outside = /^\/(?:sign-in|client)\b/;
const isWanted = inBrowser && maybeSignedIn() && !outside.test(globalThis.location.pathname);

/**
 * Every page with a session needs the stream and these answers, so they are requested before even the messages are loaded.
 * The stream comes first, because nothing that is read once it is open has to be read again.
 */
let stream = isWanted && document.visibilityState === 'visible' ? new EventSource('/api/v1/events') : null;
const answers = new Map(
  (isWanted ? ['/api/v1/me', '/api/v1/workspaces?limit=100'] : []).map((path) => {
    const answer = fetch(path, { credentials: 'same-origin', cache: 'no-store' });
    // A failure is reported where the answer is taken.
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
