import { z } from 'zod';
import { isSuccess } from '../kit/call.js';
import type { CommentPush } from '../kit/comments.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import { metaPush, pushedIdSchema, readChanges } from '../kit/meta/push.js';
import { callInstagram, type InstagramContext, type InstagramSession } from './api.js';

const fields = ['comments', 'live_comments'];
const valueSchema = z.object({ media: z.object({ id: pushedIdSchema }) });

/**
 * Receives comments as in Instagram Platform: "Webhooks". The app's owner registers the URL; each account is
 * subscribed separately.
 */
export function instagramPush(context: InstagramContext): CommentPush<InstagramSession> {
  return metaPush(context, {
    read: (body) =>
      readChanges(body, 'instagram', (field, value) =>
        fields.includes(field) ? (valueSchema.safeParse(value).data?.media.id ?? null) : null,
      ),
    subscribe: async (session) => {
      const answer = await callInstagram(session, {
        path: 'me/subscribed_apps',
        method: 'POST',
        // We can only subscribe to fields that the user has granted. Live comments end before a reply would be
        // possible.
        params: { subscribed_fields: 'comments' },
      });
      return isSuccess(answer) ? { kind: 'subscribed' } : graphFailure(answer, session.clock);
    },
  });
}
