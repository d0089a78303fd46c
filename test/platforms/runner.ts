import { vi } from 'vitest';
import type { JsonObject } from '../../src/domain/json.js';
import { lookupSlackMs } from '../../src/domain/publish-ladders.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import type {
  CommitAnswer,
  Platform,
  Publication,
  PublishedSearch,
} from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import type { ContractCase } from './contract-case.js';
import { upload, uploaded, type MediaShelf } from './media-support.js';
import { textPost } from './support.js';
import { waitMsMax } from '../harness/patience.js';

/** Makes a search as the publish protocol does, with a margin for differences between clocks. */
export const search = (since: Date, takenIds: string[] = []): PublishedSearch => ({
  since: new Date(since.getTime() - lookupSlackMs),
  takenIds: new Set(takenIds),
});

const waitUpTo = { timeout: waitMsMax, interval: 50 };

/** Makes a plain post for the platform, with everything that it requires. Replies are texts on every platform. */
export function plainPost(
  { plainPost: plain }: ContractCase,
  shelf: MediaShelf,
  text: string,
  more: Partial<Publication> = {},
): Publication {
  if (plain === undefined || more.replyTo !== undefined) return textPost(text, more);
  const media = plain.media === undefined ? [] : [shelf.medium({ mime: plain.media })];
  return textPost(text, { options: plain.options ?? null, media, ...more });
}

/** Prepares again until the platform has finished the necessary processing, and returns the state. */
export function preparedLater(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<JsonObject> {
  return vi.waitFor(async () => {
    const answer = await platform.prepare(session, publication, earlier);
    if (answer.kind !== 'prepared') throw new Error(`Not prepared: ${JSON.stringify(answer)}`);
    return answer.state;
  }, waitUpTo);
}

/** Prepares and waits as the protocol does, up to the moment before the call. Returns the state. */
export function readied(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null = null,
): Promise<JsonObject> {
  return vi.waitFor(async () => {
    const prepared = await platform.prepare(session, publication, earlier);
    if (prepared.kind !== 'prepared') throw new Error(`Not prepared: ${JSON.stringify(prepared)}`);
    const readiness = await platform.checkReadiness(session, publication, prepared.state);
    if (readiness.kind !== 'ready') throw new Error(`Not ready: ${JSON.stringify(readiness)}`);
    return prepared.state;
  }, waitUpTo);
}

/** Uploads the media, if any, and prepares, up to the moment before the call. Returns the state. */
export async function brought(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
): Promise<JsonObject> {
  const hasMedia = publication.media.length > 0 || Object.keys(publication.optionMedia).length > 0;
  if (!hasMedia) return readied(platform, session, publication);
  const state = uploaded(await upload(platform, session, publication));
  return readied(platform, session, publication, state);
}

/** Uploads, prepares, checks the readiness and commits, as the publish protocol does. */
export async function publishAll(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
): Promise<{ answer: CommitAnswer; state: JsonObject }> {
  const state = await brought(platform, session, publication);
  return { answer: await platform.commit(session, publication, state), state };
}

/**
 * Returns the public post from the response to the call, or from the look-up if the response only says that it is
 * accepted.
 */
export async function settled(
  { quirks }: ContractCase,
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  { answer, state }: { answer: CommitAnswer; state: JsonObject },
): Promise<Published> {
  if (answer.kind === 'published') return answer.published;
  if (quirks?.publishesLater !== true || answer.kind !== 'ambiguous') {
    throw new Error(`Not published: ${JSON.stringify(answer)}`);
  }
  const since = publication.key.createdAt;
  return vi.waitFor(async () => {
    const known = { ...state, ...answer.state };
    const found = await platform.findPublished(session, publication, known, search(since));
    if (found.kind !== 'found') throw new Error(`Not found: ${JSON.stringify(found)}`);
    return found.published;
  }, waitUpTo);
}

/** Replaces the platform's URL in a state by another one. */
export function movedTo(url: string, baseUrl: string, state: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(state).replaceAll(baseUrl, url)) as JsonObject;
}
