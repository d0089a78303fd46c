import { vi } from 'vitest';
import { upload, uploaded, type MediaShelf } from '../../../../test/platforms/media-support.js';
import { brought, search } from '../../../../test/platforms/runner.js';
import { connectorOf, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import type { FindAnswer, Platform, Publication, PublicationMedia } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { tikTokPersonal as definition } from '../definition.js';

export interface FeedPost {
  externalPostId: string;
  text: string;
  media: { sha256: string; mime: string }[];
  shown: Record<string, string>;
}

export const everyone = { privacyLevel: 'PUBLIC_TO_EVERYONE' };

/** The connector, its simulator and media for one test file. */
export interface TikTok {
  platform: Platform;
  shelf: MediaShelf;
  /** A session of an account of the sandbox, or one at a URL of the test. */
  session: (accountId?: string, baseUrl?: string) => PlatformSession;
  /** A session of an account of the real TikTok, whose responses the test supplies. */
  realSession: (baseUrl: string) => PlatformSession;
  /** Every request that the connector has made. */
  requests: EgressRequest[];
  /** By how much the connector's clock is ahead. */
  clock: { aheadMs: number };
  post: (text: string, media: readonly PublicationMedia[], options?: JsonObject) => Publication;
  feed: (accountId: string) => Promise<FeedPost[]>;
  /** Uploads, prepares and commits. Returns the state as it is stored afterwards, and the result of the call. */
  send: (
    session: PlatformSession,
    publication: Publication,
  ) => Promise<{ state: JsonObject; answer: Awaited<ReturnType<Platform['commit']>> }>;
  find: (
    session: PlatformSession,
    publication: Publication,
    state: JsonObject | null,
    takenIds?: string[],
  ) => Promise<FindAnswer>;
  /** Looks up once TikTok has processed the post. */
  settled: (session: PlatformSession, publication: Publication) => Promise<FindAnswer>;
}

export function useTikTok(env: Record<string, string> = {}): TikTok {
  const safeFetch = useSafeFetch();
  const requests: EgressRequest[] = [];
  const clock = { aheadMs: 0 };
  const watched: SafeFetch = (request) => {
    requests.push(request);
    return safeFetch(request);
  };
  const now = (): Date => new Date(Date.now() + clock.aheadMs);
  const platform = connectorOf(definition, { fetch: watched, now, env });
  const sandbox = useSandbox();
  const session: TikTok['session'] = (
    accountId = '-000tiktok',
    baseUrl = `${sandbox.url}/tiktok-personal`,
  ) => ({
    externalAccountId: accountId,
    handle: '@some.one',
    baseUrl,
    sandboxUrl: baseUrl,
    credentials: {
      accessToken: `sandbox:${accountId}`,
      refreshToken: `sandbox-refresh:${accountId}`,
    },
  });
  const send: TikTok['send'] = async (at, publication) => {
    const state = await brought(platform, at, publication);
    const answer = await platform.commit(at, publication, state);
    return { answer, state: { ...state, ...(answer.kind === 'ambiguous' ? answer.state : {}) } };
  };
  const find: TikTok['find'] = (at, publication, state, takenIds = []) =>
    // Look-ups get no media.
    platform.findPublished(
      at,
      { ...publication, media: [] },
      state,
      search(publication.key.createdAt, takenIds),
    );
  return {
    platform,
    shelf: useShelf(),
    session,
    realSession: (baseUrl) => {
      const { externalAccountId, handle, credentials } = session('-real', baseUrl);
      return { externalAccountId, handle, credentials, baseUrl };
    },
    requests,
    clock,
    post: (text, media, options = everyone) => textPost(text, { media, options }),
    feed: async (accountId) => {
      const query = new URLSearchParams({ platform: 'TIKTOK_PERSONAL', accountId }).toString();
      const answer = await safeFetch({ url: `${sandbox.url}/publications?${query}`, method: 'GET' });
      return (JSON.parse(answer.body) as { data: FeedPost[] }).data;
    },
    send,
    find,
    settled: async (at, publication) => {
      const { state, answer } = await send(at, publication);
      if (answer.kind !== 'ambiguous') throw new Error(`Not taken: ${JSON.stringify(answer)}`);
      return vi.waitFor(async () => {
        const found = await find(at, publication, state);
        if (found.kind === 'processing') throw new Error(found.message);
        return found;
      }, 10_000);
    },
  };
}

/** Uploads, and returns the state afterwards. */
export async function uploadedState(
  platform: Platform,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null = null,
): Promise<JsonObject> {
  return uploaded(await upload(platform, session, publication, earlier));
}

/** Returns the JSON body of a request. */
export function sentBy(request: EgressRequest | undefined): unknown {
  if (typeof request?.body !== 'string') throw new Error('The request has no text for its body.');
  return JSON.parse(request.body);
}
