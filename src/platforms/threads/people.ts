import { z } from 'zod';
import { readSuccess } from '../kit/call.js';
import { mentionsOption, type ChoiceSearches, type SearchAnswer } from '../kit/choices.js';
import { PlatformFailed } from '../kit/failure.js';
import { graphFailure, isMissingObject } from '../kit/meta/graph-api.js';
import type { MetaSession } from '../kit/meta/session.js';
import { callThreads } from './api.js';
import { discoverProfiles } from './connect.js';

const username = /^[A-Za-z0-9._]{1,30}$/;
/** A short timeout, because a person is waiting. */
const readTimeoutMs = 10_000;

const profileSchema = z.object({
  username: z.string().min(1),
  name: z.string().nullish(),
  profile_picture_url: z.url().nullish().catch(null),
});

/**
 * Looks people up by their usernames: `GET /profile_lookup`. Threads knows only public profiles with at least 100
 * followers there, and counts 1,000 look-ups in 24 hours for an account.
 */
export const threadsSearches: ChoiceSearches<MetaSession> = {
  [mentionsOption]: { exact: true, paid: false, scope: discoverProfiles, find },
};

async function find(session: MetaSession, query: string): Promise<SearchAnswer> {
  if (!username.test(query)) return { kind: 'found', choices: [] };
  const params = { username: query.toLowerCase() };
  const call = { path: 'profile_lookup', method: 'GET', params, timeoutMs: readTimeoutMs } as const;
  const answer = await callThreads(session, call);
  const profile = readSuccess(answer, profileSchema);
  if (profile === null) {
    // The answer for an unknown name is not documented. We expect that for other objects.
    if (isMissingObject(answer)) return { kind: 'found', choices: [] };
    throw new PlatformFailed(graphFailure(answer, session.clock));
  }
  const { username: handle, name, profile_picture_url: imageUrl } = profile;
  const text = `@${handle}`;
  const choice = { value: handle, label: name ?? handle, detail: text, text };
  return { kind: 'found', choices: [imageUrl ? { ...choice, imageUrl } : choice] };
}
