import { BoundedMap } from '../../concurrency/bounded-map.js';

/** For how long an unknown key stays refused without another read of the database. */
const rememberedMs = 15_000;
const keysMaxDefault = 10_000;

/**
 * The hashes of keys, or of sessions' tokens, that recently matched none, in this process. Such a key is random and
 * not shown before it is stored, so a new one is never among them; a revoked one stays unknown for good.
 */
export interface UnknownKeys {
  has: (hash: Buffer, nowMs: number) => boolean;
  add: (hash: Buffer, nowMs: number) => void;
}

export function createUnknownKeys(keysMax = keysMaxDefault): UnknownKeys {
  const forgottenAtMs = new BoundedMap<string, number>(keysMax);
  return {
    has: (hash, nowMs) => (forgottenAtMs.get(hash.toString('base64')) ?? 0) > nowMs,
    add: (hash, nowMs) => {
      forgottenAtMs.set(hash.toString('base64'), nowMs + rememberedMs);
    },
  };
}
