import { z } from 'zod';
import { metricValues, nativeMetrics, sumOf } from '../../domain/metrics.js';
import { callApi } from '../kit/api-call.js';
import { successOf } from '../kit/call.js';
import { countSchema as count, type PlatformMetrics } from '../kit/metrics.js';
import { xFailure, type XSession } from './api.js';
import type { Speaker } from './dialect.js';
import { xPriceList } from './prices.js';

/** The maximum of ids in one call. */
const postsPerCallMax = 100;

const tweetSchema = z.object({
  id: z.string().min(1),
  public_metrics: z.object({
    impression_count: count,
    like_count: count,
    reply_count: count,
    /** X returns this counter either as `retweet_count` or as `repost_count`. */
    retweet_count: count,
    repost_count: count,
    quote_count: count,
    bookmark_count: count,
  }),
});
/** If no post exists, the response has only `errors`. */
const listSchema = z
  .object({ data: z.array(z.unknown()).optional(), errors: z.array(z.unknown()).optional() })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined);

/**
 * Reads public metrics with `GET /2/tweets`. X charges for each post that it returns, once a day, and less if the account
 * owns the developer app (pricing, read 2026-08-22), so reading is off until a person turns it on.
 */
export function xMetrics(speak: Speaker): PlatformMetrics<XSession> {
  const { currency, asOf, source } = xPriceList;
  return {
    postsPerCallMax,
    price: { currency, asOf, source, thousandthsPerPost: 5 },
    measure: async (session, posts) => {
      const ids = posts.map(({ externalPostId }) => externalPostId).join(',');
      const answer = await speak(
        [],
        (fields) => callApi(session, { method: 'GET', path: '/2/tweets', query: { ids, ...fields } }),
        'public_metrics',
      );
      const { data = [] } = successOf(answer, listSchema, (refusal) => xFailure(refusal, session.clock));
      const tweets = data.flatMap((item) => tweetSchema.safeParse(item).data ?? []);
      return { kind: 'measured', byPost: new Map(tweets.map((tweet) => [tweet.id, toMeasurement(tweet)])) };
    },
  };
}

const toMeasurement = ({ public_metrics: shown }: z.infer<typeof tweetSchema>) => ({
  values: metricValues({
    impressions: shown.impression_count,
    likes: shown.like_count,
    comments: shown.reply_count,
    shares: sumOf(shown.retweet_count ?? shown.repost_count, shown.quote_count),
    saves: shown.bookmark_count,
  }),
  native: nativeMetrics(shown),
});
