import {
  openMediaShelf,
  type MediaShelf,
  type MediumOptions,
} from '../../../../test/platforms/media-support.js';
import { connector, textPost } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { JsonObject } from '../../../domain/json.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { loadSimulators } from '../../kit/simulators.js';
import type { CommitAnswer, FindAnswer, Platform, Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { startSandbox, type RunningSandbox } from '../../../sandbox/start-sandbox.js';
import { tikTokBusiness as definition } from '../definition.js';

const accountId = '-000open7';

/** One post as the sandbox shows it. */
interface Shown {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  media: { sha256: string }[];
  cover: { sha256: string } | null;
  comments: { externalCommentId: string; text: string }[];
}

/** The connector, beside its simulator and a library of media. */
export interface Harness extends AsyncDisposable {
  tikTok: Platform;
  shelf: MediaShelf;
  url: string;
  session: (more?: Partial<PlatformSession>) => PlatformSession;
  /** A clip or pictures with a text. */
  postOf: (text: string, media?: MediumOptions['mime'][], options?: JsonObject | null) => Publication;
  commit: (publication: Publication) => Promise<CommitAnswer>;
  /** As the publish protocol asks after an answer that was unclear. */
  find: (publication: Publication, answer: CommitAnswer) => Promise<FindAnswer>;
  shown: (text: string) => Promise<Shown[]>;
}

export async function openHarness(): Promise<Harness> {
  const safeFetch = createSafeFetch();
  const simulators = await loadSimulators([definition]);
  const sandbox: RunningSandbox = await startSandbox({ simulators, port: 0, dataDir: null });
  const shelf = await openMediaShelf();
  const clock = { now: () => new Date() };
  const platforms = createPlatforms({ definitions: [definition], fetchFor: () => safeFetch, clock });
  const tikTok = connector(platforms, 'TIKTOK_BUSINESS');
  const baseUrl = `${sandbox.url}/tiktok-business`;
  const credentials = {
    accessToken: `sandbox:${accountId}~0`,
    refreshToken: `sandbox-refresh:${accountId}~0`,
  };
  const session = (more: Partial<PlatformSession> = {}): PlatformSession => ({
    externalAccountId: accountId,
    handle: '@studio',
    baseUrl,
    sandboxUrl: baseUrl,
    credentials,
    ...more,
  });
  return {
    tikTok,
    shelf,
    url: sandbox.url,
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
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await shelf[Symbol.asyncDispose]();
      await safeFetch[Symbol.asyncDispose]();
    },
  };
}
