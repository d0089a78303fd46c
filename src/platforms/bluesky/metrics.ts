import { z } from 'zod';
import { metricValues, nativeMetrics, sumOf, type Measurement } from '../../domain/metrics.js';
import { successOf } from '../kit/call.js';
import { countSchema as count, type PlatformMetrics } from '../kit/metrics.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { askServer, xrpcFailure, type AnswerMax } from './xrpc.js';

/** The maximum in the lexicon of `app.bsky.feed.getPosts`. */
const postsPerCallMax = 25;
/** A post comes with its record, embeds and author. A server may be hostile, so a response is limited. */
const postsMax: AnswerMax = { responseBytesMax: 1024 * 1024, responseValuesMax: 30_000 };

const postSchema = z.object({
  uri: z.string(),
  likeCount: count,
  repostCount: count,
  replyCount: count,
  quoteCount: count,
});
const answerSchema = z.object({ posts: z.array(z.unknown()).max(postsPerCallMax) });

/** Reads counters with `app.bsky.feed.getPosts` on the account's own server. The network does not count views. */
export function blueskyMetrics(context: BlueskyContext): PlatformMetrics<BlueskySession> {
  return {
    postsPerCallMax,
    measure: async (session, posts) => {
      const access = await context.accessOf(session);
      const answer = await askServer(session, {
        nsid: 'app.bsky.feed.getPosts',
        method: 'GET',
        query: posts.map(({ externalPostId }): [string, string] => ['uris', externalPostId]),
        access,
        answerMax: postsMax,
      });
      const found = successOf(answer, answerSchema, (refusal) => xrpcFailure(refusal, session.clock));
      const seen = found.posts.flatMap((post) => postSchema.safeParse(post).data ?? []);
      return { kind: 'measured', byPost: new Map(seen.map((post) => [post.uri, toMeasurement(post)])) };
    },
  };
}

type SeenPost = z.infer<typeof postSchema>;

function toMeasurement({ likeCount, repostCount, replyCount, quoteCount }: SeenPost): Measurement {
  return {
    values: metricValues({ likes: likeCount, comments: replyCount, shares: sumOf(repostCount, quoteCount) }),
    native: nativeMetrics({ likeCount, repostCount, replyCount, quoteCount }),
  };
}
