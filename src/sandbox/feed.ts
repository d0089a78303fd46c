import { groupBy } from '../domain/group-by.js';
import { countersOf, type SimulatedCounters } from './counters.js';
import type { SimulatedPlatform } from './simulator.js';
import type { SandboxStore, ShownMedia, StoredPublication } from './store.js';

export interface FeedComment {
  externalCommentId: string;
  accountId: string;
  /** The handle that readers of the platform see. */
  handle: string;
  /** The author's name, if the author is a visitor. Otherwise null. */
  authorName: string | null;
  /** The id of the parent: the post, or another comment. */
  parentId: string | null;
  text: string;
  /** The media, in display order. Replies of the account may have some: the further parts of a post. */
  media: FeedMedia[];
  publishedAt: string;
  editedAt: string | null;
  isHidden: boolean;
  /** Which part of the thread it is, from 2 on. Null for a comment. */
  part: number | null;
}

export interface FeedPost {
  platform: string;
  accountId: string;
  externalPostId: string;
  /** The URL where the sandbox shows the post. */
  url: string;
  text: string;
  publishedAt: string;
  /** Replies of any depth, oldest first. */
  comments: FeedComment[];
  /** The media, in display order. */
  media: FeedMedia[];
  /** The image shown for the video until it plays. */
  cover: FeedMedia | null;
  /** The account's handle as readers of the platform see it. */
  handle: string;
  displayName: string | null;
  /** The visible parts of the post besides text and media, by label. */
  shown: Record<string, string>;
  /** The counters that the platform reports besides the comments. */
  counters: Partial<SimulatedCounters>;
  /** The number of parts, if the account has continued the post as a thread. Otherwise 1. */
  parts: number;
  editedAt: string | null;
  /** The texts before each edit, the oldest first. */
  earlierTexts: string[];
}

/** A post or comment that was public, and is not anymore. */
export interface RemovedEntry {
  platform: string;
  accountId: string;
  externalPostId: string;
  /** The post or comment that it replied to. Null for a post. */
  parentId: string | null;
  text: string;
  publishedAt: string;
  removedAt: string;
}

export interface FeedMedia {
  url: string;
  path: string;
  mime: string;
  sizeBytes: number;
  sha256: string;
  altText: string | null;
}

/** The data that the feed is made from: the stored publications, the platforms to show, and the URL. */
export interface FeedSource {
  store: SandboxStore;
  /** The platforms by name. Publications on other platforms in the journal are not shown. */
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  publicUrl: string;
}

export interface FeedFilter {
  platform?: string | undefined;
  accountId?: string | undefined;
  limit: number;
}

/** Lists the accepted publications, newest first. A reply is shown under its post, or alone if the post is unknown. */
export function readFeed(source: FeedSource, filter: FeedFilter): FeedPost[] {
  const { store, platforms } = source;
  const all = store.list({ platform: filter.platform }).filter(({ platform }) => platforms.has(platform));
  // The posts themselves are in no group that is read.
  const replies = groupBy(all, (entry) => `${entry.platform} ${postIdOf(store, entry) ?? ''}`);
  return all
    .filter((post) => postIdOf(store, post) === null)
    .filter(({ accountId }) => filter.accountId === undefined || filter.accountId === accountId)
    .slice(0, filter.limit)
    .map((post) =>
      toPost(source, post, (replies.get(`${post.platform} ${post.externalPostId}`) ?? []).toReversed()),
    );
}

/** `replies` are those of any depth, oldest first. */
function toPost(
  source: FeedSource,
  stored: StoredPublication,
  replies: readonly StoredPublication[],
): FeedPost {
  const { store, platforms, publicUrl } = source;
  const { platform, accountId, externalPostId, text, publishedAt, coverId, shown } = stored;
  const simulator = platforms.get(platform);
  const parts = simulator?.hasThreads === true ? partsIn(store, stored, replies) : [stored];
  const all = countersOf(store, stored);
  return {
    platform,
    ...nameOf(simulator, accountId),
    shown,
    accountId,
    externalPostId,
    url: `${publicUrl}/posts/${simulator?.path ?? ''}/${encodeURIComponent(externalPostId)}`,
    text,
    publishedAt,
    counters: Object.fromEntries((simulator?.counters ?? []).map((name) => [name, all[name]])),
    parts: parts.length,
    comments: replies.map((reply) => ({
      ...toComment(source, reply),
      part: parts.includes(reply) ? parts.indexOf(reply) + 1 : null,
    })),
    media: stored.media.flatMap((shownMedia) => mediumOf(source, shownMedia) ?? []),
    cover: coverId === null ? null : mediumOf(source, { mediaId: coverId, altText: null }),
    editedAt: stored.editedAt,
    earlierTexts: stored.earlierTexts,
  };
}

/**
 * The post and the replies with which its account has continued it. Each is the first such reply to the part before it.
 */
function partsIn(
  store: SandboxStore,
  post: StoredPublication,
  replies: readonly StoredPublication[],
): StoredPublication[] {
  const parts = [post];
  for (const reply of replies) {
    const isOwn = reply.visitor === null && reply.accountId === post.accountId;
    // The parent may be named by an id from before an edit.
    const parent = store.find(reply.platform, reply.parentId ?? '');
    if (isOwn && parent === parts.at(-1)) parts.push(reply);
  }
  return parts;
}

/** Lists the removed posts and comments, the last removed first. */
export function readRemoved({ store, platforms }: FeedSource, filter: FeedFilter): RemovedEntry[] {
  return store
    .removed()
    .filter(({ platform }) => platforms.has(platform))
    .filter(({ platform }) => filter.platform === undefined || filter.platform === platform)
    .filter(({ accountId }) => filter.accountId === undefined || filter.accountId === accountId)
    .slice(0, filter.limit)
    .map(({ platform, accountId, externalPostId, parentId, text, publishedAt, removedAt }) => ({
      platform,
      accountId,
      externalPostId,
      parentId,
      text,
      publishedAt,
      removedAt,
    }));
}

function toComment(source: FeedSource, reply: StoredPublication): Omit<FeedComment, 'part'> {
  const { accountId, visitor, parentId, text, publishedAt, editedAt, isHidden } = reply;
  const { handle } = visitor ?? nameOf(source.platforms.get(reply.platform), accountId);
  const author = { accountId, handle, authorName: visitor?.name ?? null };
  return {
    externalCommentId: reply.externalPostId,
    ...author,
    parentId,
    text,
    media: reply.media.flatMap((shown) => mediumOf(source, shown) ?? []),
    publishedAt,
    editedAt,
    isHidden,
  };
}

function mediumOf(
  { store, publicUrl }: Pick<FeedSource, 'store' | 'publicUrl'>,
  { mediaId, altText }: ShownMedia,
): FeedMedia | null {
  const found = store.media(mediaId);
  if (found === undefined) return null;
  const { mime, sizeBytes, sha256 } = found;
  const path = `/media/${mediaId}`;
  return { url: `${publicUrl}${path}`, path, mime, sizeBytes, sha256, altText };
}

/** The name of an account. Only that of the seeded account is known; others are shown by their ids. */
function nameOf(
  platform: SimulatedPlatform | undefined,
  accountId: string,
): Pick<FeedPost, 'handle' | 'displayName'> {
  const known = platform?.accounts[0];
  return known?.externalAccountId === accountId
    ? { handle: known.handle, displayName: known.displayName }
    : { handle: accountId, displayName: null };
}

function postIdOf(store: SandboxStore, publication: StoredPublication): string | null {
  const known = [publication.rootId, publication.parentId].filter((id) => id !== null);
  const [post] = known.flatMap((id) => store.find(publication.platform, id) ?? []);
  return post?.externalPostId ?? null;
}
