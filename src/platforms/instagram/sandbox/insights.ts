import { countersOf } from '../../../sandbox/counters.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { insightsAnswer } from '../../kit/meta/sandbox/insights.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';

/** GET /{media}/insights, only for the owner of the media. A story has no `saved`. */
export function readInsights({ c, store, platform, token, params }: MetaCall): Response {
  const id = c.req.param('id') ?? '';
  const post = store.find(platform, id);
  if (post?.accountId !== token.accountId || post.parentId !== null) return noSuchObject(id);
  const { views, reach, shares, saves } = countersOf(store, post);
  const isStory = post.extra['product'] === 'STORY';
  return insightsAnswer(id, params['metric'], { views, reach, shares, ...(!isStory && { saved: saves }) });
}
