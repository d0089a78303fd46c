import { createHash } from 'node:crypto';
import { fullReadEveryMs } from '../../../domain/comments.js';
import type { CommentsAnswer, PlatformComments } from '../../../platforms/kit/comments.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../../shared/context.js';
import { cleanComments, type CleanComment } from './clean-comment.js';
import type { LoadedFeed } from './feed.js';
import { countPaidReads, markDeleted } from './store-page.js';
import { storeInParts } from './store-in-parts.js';

/** A read that is longer goes on in the next sweep, from its cursor. */
const pagesAtOnceMax = 50;
/** Beyond so many ids, which are held while a post is read, deletions are not looked for. */
const seenIdsMax = 20_000;
const cursorCharsMax = 4_000;

/** How a post was read, as far as it was. */
export interface FeedRead {
  end:
    /** Up to what is known already, or all of it. */
    | { kind: 'complete'; isFull: boolean; digest: string | null }
    /** The first page is what it was: nothing was written. */
    | { kind: 'unchanged'; isFull: boolean }
    /** It goes on from there. */
    | { kind: 'interrupted'; cursor: string | null }
    | { kind: 'gone' | 'disabled' }
    | { kind: 'failed'; failure: PlatformFailure; cursor: string | null };
  added: number;
  changed: number;
}

export interface FeedReader {
  deps: ServiceDeps;
  comments: PlatformComments;
  loaded: LoadedFeed;
  /** One page: asks the platform, within a time. */
  ask: (cursor: string | null) => Promise<CommentsAnswer>;
  mayGoOn: () => boolean;
}

/** Reads the comments of a post, and stores them page by page. */
export async function readFeed(reader: FeedReader): Promise<FeedRead> {
  const { feed } = reader.loaded;
  const state: Progress = {
    cursor: feed.cursor,
    seen: feed.cursor === null ? new Set() : null,
    digest: null,
    added: 0,
    changed: 0,
  };
  const isFullDue = isFullReadDue(reader);
  for (let pages = 0; pages < pagesAtOnceMax; pages += 1) {
    const { cursor } = state;
    if (pages > 0 && !reader.mayGoOn()) break;
    const answer = await reader.ask(cursor);
    if (answer.kind === 'gone' || answer.kind === 'disabled') return ended(state, { kind: answer.kind });
    if (answer.kind !== 'page') return ended(state, { kind: 'failed', failure: answer, cursor });
    const next = answer.cursor === cursor ? null : answer.cursor;
    const page = cleanComments(answer.comments, reader.deps.clock.now());
    if (answer.isPartial === true) state.seen = null;
    await countPaid(reader, answer.comments.length);
    if (cursor === null) {
      state.digest = digestOf(page, next === null);
      const isSame = state.digest === feed.digest;
      if (isSame && (next === null || !isFullDue)) {
        return ended(state, { kind: 'unchanged', isFull: next === null });
      }
    }
    const isKnown = await store(reader, state, page);
    if (next === null) return complete(reader, state);
    if (isKnown && !isFullDue) {
      return ended(state, { kind: 'complete', isFull: false, digest: state.digest });
    }
    state.cursor = next.length <= cursorCharsMax ? next : null;
    if (state.cursor === null) break;
  }
  return ended(state, { kind: 'interrupted', cursor: state.cursor });
}

interface Progress {
  cursor: string | null;
  /** Null: not all of it was read in this go. */
  seen: Set<string> | null;
  /** Of the first page; null where this go began at a later one. */
  digest: string | null;
  added: number;
  changed: number;
}

const ended = ({ added, changed }: Progress, end: FeedRead['end']): FeedRead => ({ end, added, changed });

function isFullReadDue({ deps, comments, loaded: { feed } }: FeedReader): boolean {
  if (!comments.newestFirst || feed.readFullyAt === null) return true;
  // All of it is paid for again: only where somebody asks.
  if (comments.paidReads === true) return false;
  return deps.clock.now().getTime() - feed.readFullyAt.getTime() >= fullReadEveryMs;
}

/** Gives whether the page shows nothing but what is known. An empty one tells nothing. */
async function store(
  { deps, loaded }: FeedReader,
  state: Progress,
  page: readonly CleanComment[],
): Promise<boolean> {
  const { added, changed } = await storeInParts(deps, loaded, page);
  state.added += added;
  state.changed += changed;
  for (const { externalCommentId } of page) state.seen?.add(externalCommentId);
  if (state.seen !== null && state.seen.size > seenIdsMax) state.seen = null;
  return page.length > 0 && added + changed === 0;
}

async function complete({ deps, comments, loaded }: FeedReader, state: Progress): Promise<FeedRead> {
  if (state.seen !== null) {
    state.changed += await markDeleted(deps, loaded, state.seen, comments.listedForMs);
  }
  return ended(state, { kind: 'complete', isFull: true, digest: state.digest });
}

async function countPaid({ deps, comments, loaded }: FeedReader, count: number): Promise<void> {
  if (comments.paidReads === true) await countPaidReads(deps, loaded.account.id, count);
}

/** Of what makes a stored comment another one, and of whether it is all there is. Pictures' addresses change by themselves. */
function digestOf(page: readonly CleanComment[], isAll: boolean): string {
  const told = page.map(({ externalCommentId, text, canReply }) => [externalCommentId, text, canReply]);
  return createHash('sha256')
    .update(JSON.stringify([isAll, told]))
    .digest('base64url');
}
