import { randomBytes } from 'node:crypto';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import type { JsonObject } from '../../../domain/json.js';
import { readied, search } from '../../../../test/platforms/runner.js';
import { upload, uploaded, type MediaShelf } from '../../../../test/platforms/media-support.js';
import { connectorOf } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import { type RunningSandbox } from '../../../sandbox/start-sandbox.js';
import type { CommitAnswer, FindAnswer, Platform, Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { facebookPage } from '../definition.js';
import { simulator } from '../sandbox/index.js';

export interface FeedPost {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  comments: { externalCommentId: string; text: string }[];
  media: { mime: string; sha256: string; altText: string | null }[];
}

/** The connector and its simulator, with the requests between them. */
interface Bench {
  facebook: Platform;
  sandbox: RunningSandbox;
  shelf: MediaShelf;
  requests: EgressRequest[];
  session: (pageId?: string, grantNumber?: number) => PlatformSession;
  /** Uploads, prepares, checks the readiness and commits. */
  post: (
    publication: Publication,
    at?: PlatformSession,
    brought?: JsonObject | null,
  ) => Promise<{ answer: CommitAnswer; state: JsonObject }>;
  find: (publication: Publication, state: JsonObject | null, at?: PlatformSession) => Promise<FindAnswer>;
  /** The posts of a Page in the sandbox. */
  feed: (pageId: string) => Promise<FeedPost[]>;
}

const path = 'facebook-page';

/** A new Page id for each test that needs its own Page. */
export const newPageId = (): string => BigInt(`0x${randomBytes(6).toString('hex')}`).toString();

/** The session of a Page whose calls go to this URL, such as that of a stub. */
export const pageAt = (url: string): PlatformSession => ({
  externalAccountId: '100',
  handle: 'a.page',
  baseUrl: url,
  sandboxUrl: url,
  credentials: { accessToken: 'page-token-0123' },
});

export function useBench(now?: () => Date): Bench {
  const guarded = useSafeFetch();
  const requests: EgressRequest[] = [];
  const safeFetch: SafeFetch = (request) => {
    requests.push(request);
    return guarded(request);
  };
  const facebook = connectorOf(facebookPage, { fetch: safeFetch, ...(now && { now }) });
  const sandbox = useSandbox();
  const shelf = useShelf();
  const read = async (where: string): Promise<unknown> => {
    const answer = await guarded({ url: `${sandbox.url}${where}`, method: 'GET' });
    return (JSON.parse(answer.body) as { data: unknown }).data;
  };
  const session: Bench['session'] = (pageId = newPageId(), grantNumber = 0) => ({
    externalAccountId: pageId,
    handle: 'a.page',
    baseUrl: `${sandbox.url}/${path}`,
    sandboxUrl: `${sandbox.url}/${path}`,
    credentials: simulator.credentialsOf(pageId, grantNumber),
  });
  return {
    facebook,
    sandbox,
    shelf,
    requests,
    session,
    post: async (publication, at = session(), brought = null) => {
      const hasMedia = publication.media.length > 0;
      const complete = hasMedia ? uploaded(await upload(facebook, at, publication, brought)) : null;
      const state = await readied(facebook, at, publication, complete);
      return { answer: await facebook.commit(at, publication, state), state };
    },
    find: (publication, state, at = session()) =>
      facebook.findPublished(at, publication, state, search(publication.key.createdAt)),
    feed: async (pageId) =>
      (await read(
        `/publications?${new URLSearchParams({ platform: facebookPage.name, accountId: pageId }).toString()}`,
      )) as FeedPost[],
  };
}
