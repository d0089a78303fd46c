import { z } from 'zod';
import { metricValues, nativeMetrics, type Measurement } from '../../domain/metrics.js';
import { readSuccess } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import { isMissingObject } from '../kit/meta/graph-api.js';
import { countSchema, measureEach, type MeasuredPost, type PlatformMetrics } from '../kit/metrics.js';
import { call, openPage, type FacebookSession } from './api.js';
import { facebookFailure } from './failure.js';
import { storyMediaIdOf } from './stories.js';

const summarySchema = z
  .object({ summary: z.object({ total_count: countSchema }) })
  .nullish()
  .catch(null);
const postSchema = z.object({
  reactions: summarySchema,
  likes: summarySchema,
  comments: summarySchema,
  shares: z.object({ count: countSchema }).nullish().catch(null),
});

const counted = (edge: string): string => `${edge}.limit(0).summary(true)`;
const ofPost = `${counted('reactions')},${counted('comments')},shares`;
const ofVideo = `${counted('likes')},${counted('comments')}`;
/** Videos have ids of their own, without the id of the Page, and neither reactions nor shares. */
const fieldsOf = (id: string): string => (id.includes('_') ? ofPost : ofVideo);
const nothing: Measurement = { values: metricValues({}), native: {} };

/**
 * Reads the counters of posts from their own fields. Meta has removed the views and the reach of posts from its API.
 * Shares are missing for a post that was never shared.
 */
export function facebookMetrics(): PlatformMetrics<FacebookSession> {
  return {
    postsPerCallMax: 1,
    measuredForMs: (options) => (options?.['kind'] === 'STORY' ? 0 : null),
    measure: (session, posts) => measureEach(posts, (post) => measure(session, post)),
  };
}

async function measure(session: FacebookSession, post: MeasuredPost): Promise<Measurement | null> {
  // The API has no metrics of stories.
  if (storyMediaIdOf(post) !== null) return nothing;
  const { externalPostId: id } = post;
  const answer = await call(openPage(session), {
    path: [id],
    method: 'GET',
    params: { fields: fieldsOf(id) },
  });
  const found = readSuccess(answer, postSchema);
  if (found === null) {
    if (isMissingObject(answer)) return null;
    throw new PlatformFailed(facebookFailure(answer, session.clock));
  }
  const native = {
    reactions: found.reactions?.summary.total_count,
    likes: found.likes?.summary.total_count,
    comments: found.comments?.summary.total_count,
    shares: found.shares?.count,
  };
  const { reactions, likes, comments, shares } = native;
  const values = metricValues({ likes: reactions ?? likes, comments, shares });
  return { values, native: nativeMetrics(native) };
}
