/**
 * Marks that every simulated platform understands; some have marks of their own. A mark is written
 * `[sandbox:name]` anywhere in a text, and decides how the platform handles the post.
 */
export const marks: Readonly<Record<string, string>> = {
  reject: 'The platform rejects the post, every time.',
  'rate-limit': 'The first attempt gets 429 with Retry-After: 2. The next one is accepted.',
  'expired-token': 'The access token counts as expired until Punctual has refreshed it.',
  'revoked-token': 'As expired-token, but the refresh fails, too: the account must be reconnected.',
  'drop-after-accept':
    'The post is published, but the connection breaks before the response. First time only.',
  'drop-before-accept': 'The connection breaks, and nothing is published. First time only.',
  '500-after-accept': 'The post is published, but the response is a server error. First time only.',
  slow: 'The response takes that many milliseconds, as in [sandbox:slow=5000]; at most 60,000.',
  'comments-disabled': 'The post is accepted, but replies to it are rejected.',
  'remove-drop-after-accept':
    'As drop-after-accept, but when the post is removed. There are also remove-drop-before-accept, remove-500-after-accept, remove-reject, remove-rate-limit, remove-expired-token and remove-slow.',
  'upload-drop': 'For media: the connection breaks during the upload. First time only.',
  'upload-rate-limit': 'For media: the upload gets 429 with Retry-After: 2. First time only.',
  'upload-expired-token': 'For media: the access token expires during the upload.',
  processing:
    'For media: the platform processes the file for that many milliseconds, as in [sandbox:processing=5000].',
  'processing-failed': 'For media: the platform cannot process the file.',
};

/** Marks that accept a number, with an example number. */
export const markValues: Readonly<Record<string, number>> = { slow: 5_000, processing: 5_000 };

const slowMsMax = 60_000;
const mark = /\[sandbox:([a-z0-9-]+)(?:=(\d{1,9}))?\]/g;

export interface Marks {
  has: (name: string) => boolean;
  slowMs: number;
  /** The time from a `processing` mark. Null if there is none. */
  processingMs: number | null;
}

/** The marks in a text, without the text around them. */
export function marksIn(text: string): string {
  return [...new Set(text.match(mark) ?? [])].join(' ').slice(0, 1_000);
}

/** The marks in a text that apply to the removal of its post, without their prefix. */
export function removalMarksIn(text: string): string {
  const found = marksIn(text).match(/\[sandbox:remove-[^\]]+\]/g) ?? [];
  return found.map((one) => one.replace('remove-', '')).join(' ');
}

export function readMarks(text: string): Marks {
  const found = new Map<string, string | undefined>();
  for (const [, name, value] of text.matchAll(mark)) {
    if (name !== undefined) found.set(name, value);
  }
  return {
    has: (name) => found.has(name),
    slowMs: found.has('slow') ? Math.min(Number(found.get('slow') ?? 1_000), slowMsMax) : 0,
    processingMs: found.has('processing') ? Number(found.get('processing') ?? 5_000) : null,
  };
}
