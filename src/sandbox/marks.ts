/**
 * What a text may ask of every simulated platform; some know marks of their own. Each is written `[sandbox:name]`,
 * anywhere in the text.
 */
export const marks: Readonly<Record<string, string>> = {
  reject: 'The platform refuses the post for good.',
  'rate-limit': 'The first try is answered 429 with Retry-After 2; the next one is accepted.',
  'expired-token': 'The access token counts as expired until it has been refreshed.',
  'revoked-token': 'As expired-token, and the refresh fails too: the account must be connected again.',
  'drop-after-accept': 'Published, but the connection breaks before the answer. First time only.',
  'drop-before-accept': 'The connection breaks and nothing is published. First time only.',
  '500-after-accept': 'Published, but answered with a server error. First time only.',
  slow: 'The answer takes that many milliseconds, as in [sandbox:slow=5000]; at most 60 000.',
  'comments-disabled': 'The post is accepted, replies to it are refused.',
  'upload-drop': 'In a medium: the connection breaks while it is uploaded. First time only.',
  'upload-rate-limit': 'In a medium: its upload is answered 429 with Retry-After 2. First time only.',
  'upload-expired-token': 'In a medium: the access token expires while it is uploaded.',
  processing:
    'In a medium: the platform works on it for that many milliseconds, as in [sandbox:processing=5000].',
  'processing-failed': 'In a medium: the platform cannot process it.',
};

/** Marks with a number, and an example of one. */
export const markValues: Readonly<Record<string, number>> = { slow: 5_000, processing: 5_000 };

const slowMsMax = 60_000;
const mark = /\[sandbox:([a-z0-9-]+)(?:=(\d{1,9}))?\]/g;

export interface Marks {
  has: (name: string) => boolean;
  slowMs: number;
  /** Null where nothing is said of it. */
  processingMs: number | null;
}

/** The marks alone, out of whatever stands around them. */
export function marksIn(text: string): string {
  return [...new Set(text.match(mark) ?? [])].join(' ').slice(0, 1_000);
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
