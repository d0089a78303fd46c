import { type MediaShelf } from '../../../../test/platforms/media-support.js';
import { connectorOf, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import type { Platform } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { instagram as definition } from '../definition.js';

export const accountId = '17841400000007007';

export interface Bench {
  instagram: Platform;
  shelf: MediaShelf;
  /** A session at the sandbox, or at another URL. */
  session: (more?: Partial<PlatformSession>) => PlatformSession;
  /** The visible posts, newest first. */
  feed: (account?: string) => Promise<FeedPost[]>;
  /** Every request of the connector, in order. */
  sent: SentRequest[];
}

export interface FeedPost {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  cover: { sha256: string } | null;
  media: { mime: string; sha256: string; altText: string | null }[];
  comments: { externalCommentId: string; text: string }[];
}

export interface SentRequest {
  method: string;
  url: URL;
  params: Record<string, string>;
}

/** Creates the connector and its simulator, with a clock that a test may set. */
export function useBench(now: () => Date = () => new Date()): Bench {
  const safeFetch = useSafeFetch();
  const sent: SentRequest[] = [];
  const watched: SafeFetch = (request) => {
    sent.push(readRequest(request.method, request.url, request.body));
    return safeFetch(request);
  };
  const sandbox = useSandbox();
  return {
    instagram: connectorOf(definition, { fetch: watched, now }),
    shelf: useShelf(),
    session: (more = {}) => ({
      externalAccountId: accountId,
      handle: 'some.one',
      baseUrl: `${sandbox.url}/instagram`,
      credentials: { accessToken: `sandbox:${more.externalAccountId ?? accountId}` },
      ...more,
    }),
    feed: async (account = accountId) => {
      const query = new URLSearchParams({ platform: 'INSTAGRAM', accountId: account }).toString();
      const answer = await safeFetch({ url: `${sandbox.url}/publications?${query}`, method: 'GET' });
      return (JSON.parse(answer.body) as { data: FeedPost[] }).data;
    },
    sent,
  };
}

function readRequest(method: string, address: string, body: unknown): SentRequest {
  const url = new URL(address);
  const params = new URLSearchParams(typeof body === 'string' ? body : url.search);
  return { method, url, params: Object.fromEntries(params.entries()) };
}

export const ok = (body: unknown): StubAnswer => ({ status: 200, body });
export const graphError = (code: number, subcode?: number, message = 'words'): StubAnswer => ({
  status: 400,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
    },
  },
});

/** Returns a state with a container, as an earlier attempt has left it. */
export function stateOf(createdAt: Date): JsonObject {
  return { containerId: '77', fields: {}, createdAt: createdAt.toISOString() };
}
