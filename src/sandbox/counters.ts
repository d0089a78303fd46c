import { createHash } from 'node:crypto';
import type { SandboxStore, StoredPublication } from './store.js';

const dayMs = 24 * 60 * 60 * 1000;
const viewsMin = 200;
const viewsSpread = 1_800;

/** The counters of a post. Each platform returns them under its own names. */
export interface SimulatedCounters {
  impressions: number;
  views: number;
  reach: number;
  likes: number;
  shares: number;
  saves: number;
  clicks: number;
}

type Counted = Pick<StoredPublication, 'platform' | 'externalPostId' | 'earlierIds' | 'publishedAt'>;

/** The id of the post before its first edit. */
const firstIdOf = ({ externalPostId, earlierIds }: Counted): string => earlierIds[0] ?? externalPostId;
const addedKey = (post: Counted): string => `views ${post.platform} ${firstIdOf(post)}`;

/** Adds views to a post. Its other counters grow with them. */
export function addViews(store: SandboxStore, post: Counted, count: number): void {
  store.setNote(addedKey(post), (store.note(addedKey(post)) ?? 0) + count);
}

/**
 * The counters of a simulated post. They depend only on its id, its age and the views that were added. They grow fast at
 * first, and hardly after a few days. Comments are counted by each platform, because visitors really write them.
 */
export function countersOf(store: SandboxStore, post: Counted): SimulatedCounters {
  const ageMs = Math.max(0, store.now().getTime() - Date.parse(post.publishedAt));
  const viewsMax =
    viewsMin + (createHash('sha256').update(firstIdOf(post)).digest().readUInt32BE(0) % viewsSpread);
  const views = Math.floor(viewsMax * (1 - Math.exp(-ageMs / dayMs))) + (store.note(addedKey(post)) ?? 0);
  const part = (of: number): number => Math.floor(views / of);
  return {
    impressions: views + part(3),
    views,
    reach: views - part(4),
    likes: part(12),
    shares: part(60),
    saves: part(90),
    clicks: part(40),
  };
}
