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

/**
 * The counters of a simulated post. They depend only on its id and its age, grow fast at first, and hardly after a few
 * days. Comments are counted by each platform, because visitors really write them.
 */
export function countersOf(
  store: SandboxStore,
  { externalPostId, publishedAt }: Pick<StoredPublication, 'externalPostId' | 'publishedAt'>,
): SimulatedCounters {
  const ageMs = Math.max(0, store.now().getTime() - Date.parse(publishedAt));
  const viewsMax =
    viewsMin + (createHash('sha256').update(externalPostId).digest().readUInt32BE(0) % viewsSpread);
  const views = Math.floor(viewsMax * (1 - Math.exp(-ageMs / dayMs)));
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
