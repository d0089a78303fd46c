/** For how long a key that nobody has is taken for one without asking the database again. */
const rememberedMs = 15_000;
const keysMaxDefault = 10_000;

/**
 * The hashes of keys, or of sessions' tokens, that matched none lately, in this process. Such a key is random and shown to nobody before it is
 * stored, so that a new one is never among them; one that was revoked stays unknown for good.
 */
export interface UnknownKeys {
  has: (hash: Buffer, nowMs: number) => boolean;
  add: (hash: Buffer, nowMs: number) => void;
}

export function createUnknownKeys(keysMax = keysMaxDefault): UnknownKeys {
  const forgottenAtMs = new Map<string, number>();
  return {
    has: (hash, nowMs) => (forgottenAtMs.get(hash.toString('base64')) ?? 0) > nowMs,
    add: (hash, nowMs) => {
      const name = hash.toString('base64');
      // Set again, so that the map is in the order in which keys are forgotten.
      forgottenAtMs.delete(name);
      forgottenAtMs.set(name, nowMs + rememberedMs);
      const oldest = forgottenAtMs.keys().next().value;
      if (forgottenAtMs.size > keysMax && oldest !== undefined) forgottenAtMs.delete(oldest);
    },
  };
}
