import { inBrowser } from '../lib/in-browser.js';
import { maybeSignedIn } from '../lib/signed-in.js';

/** Pages that need no session. */
const outside = /^\/(?:sign-in|client)\b/;
const isWanted = inBrowser && maybeSignedIn() && !outside.test(globalThis.location.pathname);
const answers = new Map<string, Promise<Response>>();

/**
 * Every page with a session needs the stream and these answers, so they are requested before even the messages are loaded.
 * The stream comes first, because nothing that is read once it is open has to be read again.
 */
let stream = isWanted && document.visibilityState === 'visible' ? newStream() : null;
for (const path of ['/me', '/workspaces?limit=100']) requestEarly(path);

function newStream(): EventSource {
  const opened = new EventSource('/api/v1/events');
  // Early answers may lack what has changed after them.
  for (const type of ['changes', 'reset', 'error']) opened.addEventListener(type, () => answers.clear());
  return opened;
}

/** Sends a request of a page that seems to have a session before the code that needs the answer is loaded. */
export function requestEarly(path: string): void {
  if (!isWanted) return;
  const { href } = new URL(`/api/v1${path}`, globalThis.location.href);
  const answer = fetch(href, { credentials: 'same-origin', cache: 'no-store' });
  // A failure is reported where the answer is taken.
  answer.catch(() => undefined);
  answers.set(href, answer);
}

/** Returns the stream of changes, which may be open already. */
export function openStream(): EventSource {
  const opened = stream ?? newStream();
  stream = null;
  return opened;
}

/** Returns the answer to a request that was sent early, once. */
export function takeAnswer(url: string): Promise<Response> | undefined {
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}
