import { createHash } from 'node:crypto';
import { readMarks } from './marks.js';
import type { SimulatedPlatform } from './simulator.js';
import type { PlatformStore, SandboxStore, StoredPublication } from './store.js';

/** A visitor's comment under a post, or a reply to another comment there. */
export interface VisitorComment {
  externalPostId: string;
  text: string;
  /** The name of the visitor. Default: Visitor. */
  authorName?: string | undefined;
  /** The comment to which this one replies. Absent if it replies to the post. */
  parentId?: string | undefined;
}

/** Stores a visitor's comment as the platform would. Returns a refusal if the post or comment does not exist. */
export function addVisitorComment(
  store: SandboxStore,
  { name: platform, label, comments }: SimulatedPlatform,
  { externalPostId, text, authorName = 'Visitor', parentId }: VisitorComment,
): StoredPublication | { refusal: string } {
  if (comments === undefined) return { refusal: `The simulated ${label} has no comments.` };
  const post = store.find(platform, externalPostId);
  if (post === undefined) return { refusal: 'There is no such post.' };
  const parent = parentId === undefined ? post : store.find(platform, parentId);
  const isUnderPost =
    parent === post || parent?.rootId === externalPostId || parent?.parentId === externalPostId;
  if (parent === undefined || !isUnderPost) return { refusal: 'The post has no such comment.' };
  const { accountId, handle } = comments.visitor?.(authorName) ?? visitorNamed(authorName);
  return store.publish({
    platform,
    accountId,
    ...comments.newComment({ store, post, parent, accountId }),
    text,
    parentId: parent.externalPostId,
    rootId: externalPostId,
    visitor: { handle, name: authorName },
  });
}

/** A visitor of that name, always with the same long number as the id, as on most platforms. */
function visitorNamed(name: string): { accountId: string; handle: string } {
  return {
    accountId: `9${digestOf(name).toString().padStart(16, '0').slice(0, 16)}`,
    handle: handleOf(name),
  };
}

/** A 64-bit number that is always the same for a name. */
export function digestOf(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigUInt64BE();
}

/** A handle for a name: lowercase words joined with dots. */
export function handleOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('.').slice(0, 30) ?? 'visitor';
}

/** Lists the comments under a post, including replies of any depth, newest first. */
export function commentsUnder(
  { store, platform }: PlatformStore,
  externalPostId: string,
): StoredPublication[] {
  return store
    .list({ platform })
    .filter(
      ({ rootId, parentId }) => rootId === externalPostId || (rootId === null && parentId === externalPostId),
    );
}

/** The first-level comment of a comment's thread. Replies to replies are all in that thread. */
export function topOf(parts: PlatformStore, comment: StoredPublication): StoredPublication {
  const { parentId, rootId } = comment;
  const parent =
    parentId === null || parentId === rootId ? undefined : parts.store.find(parts.platform, parentId);
  return parent === undefined ? comment : topOf(parts, parent);
}

/** Whether a mark still keeps a publication out of lists, which it does for `lastsMs` after it was published. */
export function isHeldBack(
  store: SandboxStore,
  { text, publishedAt }: StoredPublication,
  mark: string,
  lastsMs: number,
): boolean {
  return readMarks(text).has(mark) && store.now().getTime() - Date.parse(publishedAt) < lastsMs;
}
