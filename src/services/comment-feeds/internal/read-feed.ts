import { createHash } from 'node:crypto';
import { fullReadEveryMs } from '../../../domain/comments.js';
import type { CommentsAnswer, PlatformComments } from '../../../platforms/kit/comments.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { cleanComments, type CleanComment } from './clean-comment.js';
import { readRemaining, recordLeftOut } from './comment-limit.js';
import { readMarks, type FeedMarks, type LoadedFeed, type ReadingMarks } from './feed.js';
import { countPaidReads, markDeleted } from './store-page.js';
import { storeInParts } from './store-in-parts.js';

/** The number of pages in one sweep. A longer read continues in the next sweep, from its cursor. */
const pagesAtOnceMax = 50;
/** The number of pages in a whole read. No list of comments is longer, so more means that its cursors form a circle. */
const pagesMax = 1_000;
/** How many ids a read holds in memory to find deleted comments. With more, deletions are not detected. */
const seenIdsMax = 20_000;
const cursorCharsMax = 4_000;

/** The result of reading a post's comments. */
export interface FeedRead {
  end:
    /** The post was read up to known comments, or completely if `isFull`. */
    | { kind: 'complete'; isFull: boolean; digest: string | null; knownUntil: Date | null }
    /** The first page has not changed, so there are no new comments. */
    | { kind: 'unchanged'; isFull: boolean }
    /** The read continues later, from the cursor. */
    | { kind: 'interrupted'; cursor: string | null; reading: ReadingMarks }
    /** The platform reports the post as gone. `since` is when it first did. */
    | { kind: 'gone'; since: Date | null }
    | { kind: 'disabled' }
    | { kind: 'failed'; failure: PlatformFailure; cursor: string | null; reading: ReadingMarks };
  added: number;
  changed: number;
}

export interface FeedReader {
  deps: ServiceDeps;
  comments: PlatformComments;
  loaded: LoadedFeed;
  /** Requests one page of comments, with a time limit. */
  ask: (cursor: string | null) => Promise<CommentsAnswer>;
  mayGoOn: () => boolean;
}

/** Reads the comments of a post and stores them page by page. */
export async function readFeed(reader: FeedReader): Promise<FeedRead> {
  const { deps, loaded } = reader;
  const state = await begin(reader);
  const isFullDue = isFullReadDue(reader);
  for (let pages = 0; pages < pagesAtOnceMax; pages += 1) {
    const { cursor } = state;
    if (pages > 0 && !reader.mayGoOn()) break;
    const answer = await reader.ask(cursor);
    if (answer.kind === 'disabled') return ended(state, answer);
    if (answer.kind === 'gone') {
      const { goneSince } = await readMarks(deps, loaded.feed);
      return ended(state, { kind: 'gone', since: goneSince });
    }
    if (answer.kind !== 'page') {
      return ended(state, { kind: 'failed', failure: answer, cursor, reading: readingOf(state) });
    }
    const next = nextOf(state, answer);
    const page = await cleanComments(answer.comments, deps.clock.now());
    await countPaid(reader, answer.comments.length);
    if (cursor === null) {
      const { digest } = loaded.feed;
      state.digest = digestOf(page, next === null);
      if (state.digest === digest && (next === null || !isFullDue)) {
        return ended(state, { kind: 'unchanged', isFull: next === null });
      }
      state.marks = { ...(await readMarks(deps, loaded.feed)), readingUntil: newestOf(page) };
    }
    const isKnown = await store(reader, state, page);
    if (next === null) return complete(reader, state);
    if (isKnown && !isFullDue) return completeUntil(state, false);
    state.cursor = next.length <= cursorCharsMax ? next : null;
    if (state.cursor === null) break;
  }
  return ended(state, { kind: 'interrupted', cursor: state.cursor, reading: readingOf(state) });
}

interface Progress {
  cursor: string | null;
  /** The cursors that this run of the read has requested. */
  cursors: Set<string>;
  /** The ids of the comments in this read. Null if this run began at a later page or could not read everything. */
  seen: Set<string> | null;
  /** The digest of the first page. Null if this run began at a later page. */
  digest: string | null;
  marks: FeedMarks;
  /** The number of new comments that may still be stored. Null until it is read. */
  remaining: number | null;
  /** The number of comments that exceeded the limit of the post. */
  leftOut: number;
  /** The number of pages, including those of earlier runs. */
  pages: number;
  added: number;
  changed: number;
}

async function begin({ deps, loaded: { feed } }: FeedReader): Promise<Progress> {
  const isFirst = feed.cursor === null;
  const none = { readingPages: 0, readingUntil: null, knownUntil: null, goneSince: null };
  const marks = isFirst ? none : await readMarks(deps, feed);
  return {
    cursor: feed.cursor,
    cursors: new Set(),
    seen: isFirst ? new Set() : null,
    digest: null,
    marks,
    remaining: null,
    leftOut: 0,
    pages: marks.readingPages,
    added: 0,
    changed: 0,
  };
}

/** The cursor of the next page. Null after the last page, or if the cursors form a circle. */
function nextOf(
  state: Progress,
  { cursor, isPartial }: Extract<CommentsAnswer, { kind: 'page' }>,
): string | null {
  state.pages += 1;
  if (isPartial === true) state.seen = null;
  if (state.cursor !== null) state.cursors.add(state.cursor);
  if (cursor === null || cursor === state.cursor) return null;
  if (!state.cursors.has(cursor) && state.pages < pagesMax) return cursor;
  state.seen = null;
  return null;
}

const newestOf = (page: readonly CleanComment[]): Date | null =>
  page.length === 0 ? null : new Date(Math.max(...page.map(({ postedAt }) => postedAt.getTime())));

const readingOf = ({ pages, marks }: Progress): ReadingMarks => ({
  readingPages: pages,
  readingUntil: marks.readingUntil,
});

const ended = ({ added, changed }: Progress, end: FeedRead['end']): FeedRead => ({ end, added, changed });

function isFullReadDue({ deps, comments, loaded: { feed } }: FeedReader): boolean {
  if (!comments.newestFirst || feed.readFullyAt === null) return true;
  // Each full read of paid comments costs money, so it only happens on request.
  if (comments.paidReads === true) return false;
  return deps.clock.now().getTime() - feed.readFullyAt.getTime() >= fullReadEveryMs;
}

/**
 * Stores a page. Returns whether the page and all older comments are known. Known comments on the page do not suffice:
 * an interrupted read has stored its first pages, and our own replies are stored before the platform shows them.
 */
async function store(
  { deps, loaded }: FeedReader,
  state: Progress,
  page: readonly CleanComment[],
): Promise<boolean> {
  const remaining = state.remaining ?? (await readRemaining(deps, loaded.feed));
  const { added, changed, leftOut } = await storeInParts(deps, loaded, page, remaining);
  if (leftOut > 0 && state.leftOut === 0) await recordLeftOut(deps, loaded);
  state.remaining = remaining - added;
  state.leftOut += leftOut;
  state.added += added;
  state.changed += changed;
  for (const { externalCommentId } of page) state.seen?.add(externalCommentId);
  if (state.seen !== null && state.seen.size > seenIdsMax) state.seen = null;
  const { knownUntil } = state.marks;
  return knownUntil !== null && added + changed === 0 && page.some(({ postedAt }) => postedAt <= knownUntil);
}

async function complete({ deps, comments, loaded }: FeedReader, state: Progress): Promise<FeedRead> {
  if (state.seen !== null) state.changed += await markDeleted(deps, loaded, state.seen, comments.listedForMs);
  return completeUntil(state, true);
}

const completeUntil = (state: Progress, isFull: boolean): FeedRead =>
  ended(state, { kind: 'complete', isFull, digest: state.digest, knownUntil: state.marks.readingUntil });

async function countPaid({ deps, comments, loaded }: FeedReader, count: number): Promise<void> {
  if (comments.paidReads === true) await countPaidReads(deps, loaded.account.id, count);
}

/**
 * A digest of all data that change a stored comment, and of whether the page is the whole list. URLs of images are
 * excluded, because they change by themselves.
 */
function digestOf(page: readonly CleanComment[], isAll: boolean): string {
  const told = page.map(({ externalCommentId, text, canReply, isHidden }) => [
    externalCommentId,
    text,
    canReply,
    isHidden,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([isAll, told]))
    .digest('base64url');
}
