import { type MediaShelf, type MediumOptions } from '../../../../test/platforms/media-support.js';
import { connectorOf, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { CommitAnswer, FindAnswer, Platform, Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { type RunningSandbox } from '../../../sandbox/start-sandbox.js';
import { tikTokBusiness as definition } from '../definition.js';

const accountId = '-000open7';

/** A post as the sandbox shows it. */
interface Shown {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  media: { sha256: string }[];
  cover: { sha256: string } | null;
  comments: { externalCommentId: string; text: string }[];
}

/** The connector, its simulator and a library of media. */
interface Harness {
  tikTok: Platform;
  shelf: MediaShelf;
  sandbox: RunningSandbox;
  session: (more?: Partial<PlatformSession>) => PlatformSession;
  /** Returns a publication of a video or of images, with a text. */
  postOf: (text: string, media?: MediumOptions['mime'][], options?: JsonObject | null) => Publication;
  commit: (publication: Publication) => Promise<CommitAnswer>;
  /** Looks up as the publish protocol does after an unclear response. */
  find: (publication: Publication, answer: CommitAnswer) => Promise<FindAnswer>;
  shown: (text: string) => Promise<Shown[]>;
}

export function useHarness(): Harness {
  const safeFetch = useSafeFetch();
  const sandbox = useSandbox();
  const shelf = useShelf();
  const tikTok = connectorOf(definition, { fetch: safeFetch });
  const credentials = {
    accessToken: `sandbox:${accountId}~0`,
    refreshToken: `sandbox-refresh:${accountId}~0`,
  };
  const session = (more: Partial<PlatformSession> = {}): PlatformSession => ({
    externalAccountId: accountId,
    handle: '@studio',
    baseUrl: `${sandbox.url}/tiktok-business`,
    sandboxUrl: `${sandbox.url}/tiktok-business`,
    credentials,
    ...more,
  });
  return {
    tikTok,
    shelf,
    sandbox,
    session,
    postOf: (text, mimes = ['video/mp4'], options = null) =>
      textPost(text, {
        options,
        media: mimes.map((mime) => shelf.medium(mime === undefined ? {} : { mime })),
      }),
    commit: (publication) => tikTok.commit(session(), publication, {}),
    find: (publication, answer) => {
      const state = answer.kind === 'ambiguous' ? (answer.state ?? {}) : {};
      const search = { since: publication.key.createdAt, takenIds: new Set<string>() };
      return tikTok.findPublished(session(), { ...publication, media: [] }, state, search);
    },
    shown: async (text) => {
      const answer = await safeFetch({
        url: `${sandbox.url}/publications?platform=TIKTOK_BUSINESS`,
        method: 'GET',
      });
      return (JSON.parse(answer.body) as { data: Shown[] }).data.filter((post) => post.text === text);
    },
  };
}
