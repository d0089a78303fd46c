import { z } from 'zod';
import type { Call } from '../../../sandbox/call.js';
import { countersOf } from '../../../sandbox/counters.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { fieldsIn, postFields, tweetFields } from './fields.js';
import { toTweet } from './timeline.js';

const idsSchema = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(
      z
        .array(z.string().regex(/^\d{1,19}$/))
        .min(1)
        .max(100),
    ),
});
const querySchema = z.union([idsSchema.extend(tweetFields([])), idsSchema.extend(postFields([]))]);

/** GET /2/tweets: posts by their ids, with the requested fields. Ids that do not exist are listed under `errors`. */
export function lookUpTweets(call: Call): Response {
  const { c, store, platform, dialect } = call;
  const query = querySchema.safeParse(c.req.query()).data;
  if (query === undefined) return dialect.reject();
  const asked = fieldsIn(query);
  const data = query.ids.flatMap((id) => {
    const post = store.find(platform, id);
    if (post === undefined) return [];
    const { impressions, likes, shares, saves } = countersOf(store, post);
    const metrics = {
      ['tweet.fields' in query ? 'retweet_count' : 'repost_count']: shares,
      reply_count: commentsUnder(call, id).length,
      like_count: likes,
      quote_count: 0,
      bookmark_count: saves,
      impression_count: impressions,
    };
    // An id from before an edit shows the text from before that edit.
    const text = post.earlierTexts[post.earlierIds.indexOf(id)] ?? post.text;
    const hasMetrics = asked.fields.includes('public_metrics');
    return [{ ...toTweet({ ...post, text }, asked, id), ...(hasMetrics && { public_metrics: metrics }) }];
  });
  // The newer description of the API uses another host in the type of an error.
  const host = asked.spelling.note === 'note_tweet' ? 'api.twitter.com' : 'api.x.com';
  const missing = query.ids.filter((id) => store.find(platform, id) === undefined);
  const errors = missing.map((value) => ({
    value,
    detail: `Could not find tweet with ids: [${value}].`,
    title: 'Not Found Error',
    resource_type: 'tweet',
    parameter: 'ids',
    resource_id: value,
    type: `https://${host}/2/problems/resource-not-found`,
  }));
  return Response.json({ ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) });
}
