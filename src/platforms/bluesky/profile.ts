import { z } from 'zod';
import { readSuccess } from '../kit/call.js';
import { onFailure } from '../kit/failure.js';
import type { BlueskyContext } from './context.js';
import { xrpc, type XrpcAccess } from './xrpc.js';

const profileTimeoutMs = 5_000;

const profileSchema = z.object({
  displayName: z.string().max(640).optional(),
  avatar: z.url({ protocol: /^https?$/ }).optional(),
});

export interface BlueskyProfile {
  displayName: string | null;
  avatarUrl: string | null;
}

export const noProfile: BlueskyProfile = { displayName: null, avatarUrl: null };

/**
 * Reads the account as the network shows it. Null if the account's server cannot ask the network, which is no reason to
 * reject the account.
 */
export async function readProfile(
  { safeFetch }: Pick<BlueskyContext, 'safeFetch'>,
  {
    baseUrl,
    access,
    did,
    secrets,
  }: { baseUrl: string; access: XrpcAccess; did: string; secrets: readonly string[] },
): Promise<BlueskyProfile | null> {
  const asking = xrpc(safeFetch, {
    baseUrl,
    nsid: 'app.bsky.actor.getProfile',
    method: 'GET',
    query: { actor: did },
    access,
    secrets,
    timeoutMs: profileTimeoutMs,
  });
  const profile = await onFailure(
    asking.then((answer) => readSuccess(answer, profileSchema)),
    () => null,
  );
  return profile && { displayName: profile.displayName || null, avatarUrl: profile.avatar ?? null };
}
