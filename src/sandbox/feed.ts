import type { SimulatedPlatform } from './simulator.js';
import type { SandboxStore, ShownMedia, StoredPublication } from './store.js';

export interface FeedComment {
  externalCommentId: string;
  accountId: string;
  /** As its platform's readers know it. */
  handle: string;
  /** Where it is a visitor's. */
  authorName: string | null;
  /** What it answers: the post, or another comment. */
  parentId: string | null;
  text: string;
  publishedAt: string;
  editedAt: string | null;
}

export interface FeedPost {
  platform: string;
  accountId: string;
  externalPostId: string;
  /** Where the sandbox shows it. */
  url: string;
  text: string;
  publishedAt: string;
  /** Replies of any depth, oldest first. */
  comments: FeedComment[];
  /** In the order in which they are shown. */
  media: FeedMedia[];
  /** The picture that stands for its video until it plays. */
  cover: FeedMedia | null;
  /** The account as its platform's readers know it. */
  handle: string;
  displayName: string | null;
  /** What a reader sees beside text and media, by label. */
  shown: Record<string, string>;
}

export interface FeedMedia {
  url: string;
  path: string;
  mime: string;
  sizeBytes: number;
  sha256: string;
  altText: string | null;
}

/** Of which publications the feed is, and where it is shown. */
export interface FeedSource {
  store: SandboxStore;
  /** By name. What a journal holds of others is not shown. */
  platforms: ReadonlyMap<string, SimulatedPlatform>;
  publicUrl: string;
}

export interface FeedFilter {
  platform?: string | undefined;
  accountId?: string | undefined;
  limit: number;
}

/** What was accepted, newest first; a reply stands under its post, or alone if that is not known here. */
export function readFeed({ store, platforms, publicUrl }: FeedSource, filter: FeedFilter): FeedPost[] {
  const all = store.list({ platform: filter.platform }).filter(({ platform }) => platforms.has(platform));
  const comments = new Map<string, FeedComment[]>();
  for (const reply of all) {
    const postId = postIdOf(store, reply);
    if (postId === null) continue;
    const key = `${reply.platform} ${postId}`;
    const known = comments.get(key) ?? [];
    known.push(toComment(reply, platforms));
    comments.set(key, known);
  }
  return all
    .filter((post) => postIdOf(store, post) === null)
    .filter(({ accountId }) => filter.accountId === undefined || filter.accountId === accountId)
    .slice(0, filter.limit)
    .map(({ platform, accountId, externalPostId, text, publishedAt, media, coverId, shown }) => ({
      platform,
      ...nameOf(platforms.get(platform), accountId),
      shown,
      accountId,
      externalPostId,
      url: `${publicUrl}/posts/${platforms.get(platform)?.path ?? ''}/${encodeURIComponent(externalPostId)}`,
      text,
      publishedAt,
      comments: (comments.get(`${platform} ${externalPostId}`) ?? []).reverse(),
      media: media.flatMap((shownMedia) => mediumOf({ store, publicUrl }, shownMedia) ?? []),
      cover: coverId === null ? null : mediumOf({ store, publicUrl }, { mediaId: coverId, altText: null }),
    }));
}

function toComment(reply: StoredPublication, platforms: FeedSource['platforms']): FeedComment {
  const {
    externalPostId: externalCommentId,
    accountId,
    parentId,
    text,
    publishedAt,
    editedAt,
    visitor,
  } = reply;
  const { handle } = visitor ?? nameOf(platforms.get(reply.platform), accountId);
  const authorName = visitor?.name ?? null;
  return { externalCommentId, accountId, handle, authorName, parentId, text, publishedAt, editedAt };
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

/** Of the accounts that are not the seeded one, nothing is known but their ids. */
function nameOf(
  platform: SimulatedPlatform | undefined,
  accountId: string,
): Pick<FeedPost, 'handle' | 'displayName'> {
  const known = platform?.account;
  return known?.externalAccountId === accountId
    ? { handle: known.handle, displayName: known.displayName }
    : { handle: accountId, displayName: null };
}

function postIdOf(store: SandboxStore, publication: StoredPublication): string | null {
  const known = [publication.rootId, publication.parentId].filter((id) => id !== null);
  return known.find((id) => store.find(publication.platform, id) !== undefined) ?? null;
}
