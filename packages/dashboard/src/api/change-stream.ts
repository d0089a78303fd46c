import { concerns, isReadAgain, type Change } from './changes.js';
import { openStream } from './early.js';
import { keys } from './keys.js';
import { noteStream } from './polling.js';
import { readAgain } from './read-again.js';
import { queryClient } from './query-client.js';

/** Longer than a stream needs to open again after it has ended normally. */
const awayAfterMs = 8_000;
const retryMsFirst = 2_000;
const retryMsMax = 60_000;

let isFollowing = false;
let source: EventSource | null = null;
let awayTimer: ReturnType<typeof setTimeout> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let retryMs = retryMsFirst;

/**
 * While the page is visible, follows the changes and reads changed data that is shown again. If the stream stays away,
 * the queries are polled instead.
 */
export function followChanges(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('visibilitychange', update);
  update();
}

/** Stops when the session ends. */
export function stopFollowing(): void {
  isFollowing = false;
  document.removeEventListener('visibilitychange', update);
  retryMs = retryMsFirst;
  update();
  noteStream('closed');
}

function update(): void {
  const isWanted = isFollowing && document.visibilityState === 'visible';
  if (!isWanted) close();
  else if (source === null && retryTimer === undefined) open();
}

function close(): void {
  source?.close();
  source = null;
  clearTimeout(retryTimer);
  clearTimeout(awayTimer);
  retryTimer = awayTimer = undefined;
}

function open(): void {
  retryTimer = undefined;
  const opened = openStream();
  source = opened;
  let isFirst = true;
  expectSoon();
  const noteOpen = (): void => {
    clearTimeout(awayTimer);
    awayTimer = undefined;
    retryMs = retryMsFirst;
    noteStream('open');
    // When the browser opens the stream again, it sends the last id that it has read, and gets the changes since then.
    if (isFirst) readAgain(isReadAgain);
    isFirst = false;
  };
  opened.addEventListener('open', noteOpen);
  opened.addEventListener('changes', ({ data }: MessageEvent<string>) => {
    const { changes } = JSON.parse(data) as { changes: Change[] };
    readAgain((key) => changes.some((change) => concerns(change, key)));
  });
  opened.addEventListener('reset', () => readAgain(isReadAgain));
  opened.addEventListener('error', () => {
    expectSoon();
    if (opened.readyState === EventSource.CLOSED) openLater();
  });
  // The stream may have been opened earlier, so that its events have already fired.
  if (opened.readyState === EventSource.OPEN) noteOpen();
  if (opened.readyState === EventSource.CLOSED) openLater();
}

/** The service has refused the stream, after which the browser does not try again by itself. */
function openLater(): void {
  source = null;
  // If the session has ended, this leads to the sign-in.
  void queryClient.invalidateQueries({ queryKey: keys.session });
  retryTimer = setTimeout(open, retryMs);
  retryMs = Math.min(retryMs * 2, retryMsMax);
}

function expectSoon(): void {
  awayTimer ??= setTimeout(() => {
    noteStream('away');
    // Begins the polling.
    readAgain(isReadAgain);
  }, awayAfterMs);
}
