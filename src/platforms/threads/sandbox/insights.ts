import { countersOf } from '../../../sandbox/counters.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { insightsAnswer } from '../../kit/meta/sandbox/insights.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { noPermission, noSuchObject } from './errors.js';

/** GET /{post}/insights, only for the owner of the post. */
export function readInsights(call: MetaCall): Response {
  const { c, store, platform, token, params } = call;
  const id = c.req.param('id') ?? '';
  const post = store.find(platform, id);
  if (post?.accountId !== token.accountId) return noSuchObject();
  if (lacksScope(call, 'threads_manage_insights')) return noPermission();
  const { views, likes, shares } = countersOf(store, post);
  const replies = commentsUnder(call, id).length;
  return insightsAnswer(id, params['metric'], {
    views,
    likes,
    replies,
    reposts: shares,
    quotes: 0,
    shares: 0,
  });
}
