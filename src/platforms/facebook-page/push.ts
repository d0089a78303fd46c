import { z } from 'zod';
import { isSuccess } from '../kit/call.js';
import type { CommentPush } from '../kit/comments.js';
import { metaPush, pushedIdSchema, readChanges } from '../kit/meta/push.js';
import { call, openPage, type FacebookContext, type FacebookSession } from './api.js';
import { facebookFailure } from './failure.js';

/** A change of a comment. The same field also reports posts, photos and reactions. */
const valueSchema = z.object({ item: z.literal('comment'), post_id: pushedIdSchema });

/**
 * Receives comments as in Graph API: "Webhooks for Pages". The app's owner registers the URL; each Page is
 * subscribed separately.
 */
export function facebookPush(context: FacebookContext): CommentPush<FacebookSession> {
  return metaPush(context, {
    read: (body) =>
      readChanges(body, 'page', (field, value) =>
        field === 'feed' ? (valueSchema.safeParse(value).data?.post_id ?? null) : null,
      ),
    subscribe: async (session) => {
      const page = openPage(session);
      const answer = await call(page, {
        path: [page.pageId, 'subscribed_apps'],
        method: 'POST',
        params: { subscribed_fields: 'feed' },
      });
      return isSuccess(answer) ? { kind: 'subscribed' } : facebookFailure(answer, context.clock);
    },
  });
}
