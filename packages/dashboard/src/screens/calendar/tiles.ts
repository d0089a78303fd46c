import type { components } from '../../../../client/src/api-types.js';
import { firstPictureOf, type SmallPicture } from '../../lib/pictures.js';
import { isUnconfirmed, shownStateOf, type ShownState } from '../../lib/shown-state.js';

export type Post = components['schemas']['Post'];
type CalendarPost = components['schemas']['CalendarPost'];
export type PostState = Post['status'];
export type Platform = components['schemas']['Target']['platform'];
export type Account = components['schemas']['SocialAccount'];

/** The data that the calendar needs of a post. Thousands of whole posts would use too much memory. */
export interface Tile {
  id: string;
  state: PostState;
  /** The state that users see, which can also be unconfirmed. */
  shown: ShownState;
  /** The past or planned time of publishing. For a draft, its date on the calendar. */
  at: string;
  /** The zone of the post's time; null if the post has none. */
  timeZone: string | null;
  caption: string;
  pictures: number;
  /** Null if there is none, or if the post was read without its media. */
  picture: SmallPicture | null;
  targets: TileTarget[];
  isApproved: boolean;
  updatedAt: string;
}

export interface TileTarget {
  accountId: string;
  platform: Platform;
  state: components['schemas']['Target']['status'];
  isUnconfirmed: boolean;
}

const captionCharsMax = 280;

/** Returns the tile of a post, or null for a post that has no time. */
export function toTile(post: Post | CalendarPost): Tile | null {
  if (post.scheduledAt === null) return null;
  return {
    id: post.id,
    state: post.status,
    shown: shownStateOf(post),
    at: post.scheduledAt,
    timeZone: post.timezone,
    caption: captionOf(post).slice(0, captionCharsMax),
    pictures: post.media.length,
    picture: firstPictureOf(post),
    targets: post.targets.map((target) => ({
      accountId: target.socialAccountId,
      platform: target.platform,
      state: target.status,
      isUnconfirmed: isUnconfirmed(target),
    })),
    isApproved: post.approvedAt !== null,
    updatedAt: post.updatedAt,
  };
}

const captionOf = (post: Post | CalendarPost): string =>
  post.caption ?? post.targets.find(({ captionOverride }) => captionOverride !== null)?.captionOverride ?? '';

export const movable: ReadonlySet<PostState> = new Set(['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED']);
const editable: ReadonlySet<PostState> = new Set([...movable, 'FAILED', 'CANCELED']);

export const isMovable = ({ state }: Tile): boolean => movable.has(state);
export const isEditable = ({ state }: Tile): boolean => editable.has(state);

/**
 * Whether moving the post submits it for approval, because it was scheduled without one and the workspace requires it.
 */
export const isSubmittedByMove = (tile: Tile, { requireApproval }: { requireApproval: boolean }): boolean =>
  requireApproval && tile.state === 'SCHEDULED' && !tile.isApproved;

export interface Filters {
  accounts: readonly string[];
  states: readonly string[];
}

/** Whether a tile matches the filters. An empty filter matches everything. */
export function isShown(tile: Tile, { accounts, states }: Filters): boolean {
  if (states.length > 0 && !states.includes(tile.shown)) return false;
  return accounts.length === 0 || tile.targets.some(({ accountId }) => accounts.includes(accountId));
}

/** Removes duplicates, keeping the latest version of each post, and sorts by time. */
export function inOrder(tiles: readonly Tile[]): Tile[] {
  const byId = new Map<string, Tile>();
  for (const tile of tiles) {
    const known = byId.get(tile.id);
    if (known === undefined || known.updatedAt < tile.updatedAt) byId.set(tile.id, tile);
  }
  return [...byId.values()].sort((one, other) => compare(one.at, other.at) || compare(one.id, other.id));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
