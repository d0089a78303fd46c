import type { JsonObject } from '../../domain/json.js';
import { callApi } from '../kit/api-call.js';
import { successOf, type PlatformAnswer } from '../kit/call.js';
import type { Connector } from '../kit/connector.js';
import { oursAmong, readPages, type Verdict } from '../kit/look-up.js';
import type { FindAnswer, Publication, PublishedSearch } from '../kit/platform.js';
import { toPublished } from './address.js';
import { xFailure, type XSession } from './api.js';
import type { FieldQuery, Speaker } from './dialect.js';
import { createTweetJudge } from './judge.js';
import { mediaIdsIn } from './media-state.js';
import { toReference } from './reference.js';
import { timelinePageSchema } from './seen-tweet.js';

const pageSize = 100;
/**
 * The number of pages to search, because each post that is read is billed. No ordinary account has more posts
 * since the attempt began.
 */
const pagesMax = 3;

export type TweetFinder = Connector<XSession>['findPublished'];

/**
 * Looks for a lost post among the account's own. Returns a post only if no other listed post could be ours.
 * If X returns too few details, the result is unknown.
 */
export function createTweetFinder(speak: Speaker): TweetFinder {
  const readPage: PageReader = (session, query) =>
    speak(query.withPolls ? ['attachments.poll_ids'] : [], (fields) => readTimeline(session, query, fields));
  return (session, publication, state, search) => findTweet(readPage, session, publication, state, search);
}

type PageReader = (session: XSession, query: PageQuery) => Promise<PlatformAnswer>;
interface PageQuery {
  since: Date;
  nextToken: string | undefined;
  withPolls: boolean;
}

async function findTweet(
  readPage: PageReader,
  session: XSession,
  publication: Publication,
  state: JsonObject | null,
  { since, takenIds }: PublishedSearch,
): Promise<FindAnswer> {
  const judge = createTweetJudge(publication, state);
  const withPolls = publication.options?.['poll'] !== undefined;
  const seen: [string, Verdict][] = [];
  await readPages(pagesMax, async (nextToken: string | undefined) => {
    const answer = await readPage(session, { since, nextToken, withPolls });
    const timeline = successOf(answer, timelinePageSchema, (refusal) => xFailure(refusal, session.clock));
    for (const tweet of timeline.tweets) {
      if (!takenIds.has(tweet.id)) seen.push([tweet.id, judge(tweet, timeline.polls)]);
    }
    return timeline.nextToken;
  });
  const mediaIds = publication.mediaClasses.length === 0 ? [] : mediaIdsIn(state);
  const reference = toReference({ mediaIds, earlierIds: [] });
  return oursAmong(seen, (id): FindAnswer => ({
    kind: 'found',
    published: toPublished(session, id, reference),
  }));
}

function readTimeline(
  session: XSession,
  { since, nextToken }: PageQuery,
  fields: FieldQuery,
): Promise<PlatformAnswer> {
  const query = {
    start_time: since.toISOString().replace(/\.\d+Z$/, 'Z'),
    max_results: String(pageSize),
    exclude: 'retweets',
    ...fields,
    ...(nextToken === undefined ? {} : { pagination_token: nextToken }),
  };
  const path = `/2/users/${encodeURIComponent(session.externalAccountId)}/tweets`;
  return callApi(session, { method: 'GET', path, query });
}
