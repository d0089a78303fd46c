import { z } from 'zod';
import type { CommentPush } from '../kit/comments.js';
import { listOf, metaPush, pushedIdSchema } from '../kit/meta/push.js';
import type { ThreadsContext } from './api.js';

const changeSchema = z.object({
  field: z.literal('replies'),
  value: z.object({ root_post: z.object({ id: pushedIdSchema, owner_id: pushedIdSchema }) }),
});
/** A notification. `values` is documented as a single object, but may be a list. */
const pushSchema = z.object({ topic: z.literal('moderate'), values: z.unknown() });

/**
 * Receives replies as in Threads API: "Webhooks". The app owner's registration covers all accounts of the
 * app; none is subscribed separately.
 */
export function threadsPush(context: ThreadsContext): CommentPush {
  return metaPush(context, {
    read: (body) =>
      listOf(body)
        .flatMap((push) => listOf(pushSchema.safeParse(push).data?.values))
        .flatMap((change) => {
          const root = changeSchema.safeParse(change).data?.value.root_post;
          return root === undefined ? [] : [{ externalAccountId: root.owner_id, externalPostId: root.id }];
        }),
  });
}
