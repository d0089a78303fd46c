import { BoundedMap } from '../../concurrency/bounded-map.js';

/** How long an unknown key is refused without another read of the database. */
const rememberedMs = 15_000;
const keysMaxDefault = 10_000;

/**
 * The hashes of API keys or session tokens that this process recently failed to find. A new key is never among them,
 * because it is random and stored before anyone sees it. A revoked key stays unknown.
 */
export interface UnknownKeys {
  has: (hash: Buffer, nowMs: number) => boolean;
  add: (hash: Buffer, nowMs: number) => void;
}

export function createUnknownKeys(keysMax = keysMaxDefault): UnknownKeys {
  const forgottenAtMs = new BoundedMap<string, number>(keysMax);
  return {
    has: (hash, nowMs) => (forgottenAtMs.get(hash.toString('base64')) ?? 0) > nowMs,
    add: (hash, nowMs) => forgottenAtMs.set(hash.toString('base64'), nowMs + rememberedMs),
  };
}
