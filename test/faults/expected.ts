import type { AcceptedPost } from './changes.js';
import { overlaps, type Span } from './restore.js';
import type { ApiPost } from './api-client.js';
import type { ExpectedPost } from './tally.js';

export interface Finals {
  posts: Map<string, ApiPost>;
  /** The posts that the API does not know anymore. */
  gone: Set<string>;
}

/** Returns the promise about a post, considering what a restore has lost. */
export function toExpected(
  accepted: AcceptedPost,
  { posts, gone }: Finals,
  lost: Span | undefined,
): ExpectedPost {
  const { marker, isEqual, post, created, cancelAsked, changes } = accepted;
  const lostChanges = changes.filter((change) => overlaps(change, lost));
  const final = posts.get(post.id) ?? post;
  return {
    marker,
    isEqual,
    cancelAsked,
    final,
    fate: fateOf(accepted, gone.has(post.id), lost),
    hasLostChange: lostChanges.length > 0,
    text: lostChanges.some(({ kind }) => kind === 'edit') ? null : accepted.text,
    dueMs: Date.parse(final.scheduledAt ?? post.scheduledAt ?? String(created.toMs)),
  };
}

function fateOf(
  { created, deleteAsked }: AcceptedPost,
  isGone: boolean,
  lost: Span | undefined,
): ExpectedPost['fate'] {
  const mayBeLost = overlaps(created, lost);
  if (isGone) return deleteAsked ? 'deleted' : mayBeLost ? 'forgotten' : 'unknown';
  return mayBeLost && lost !== undefined && created.toMs > lost.toMs ? 'twice' : 'kept';
}
