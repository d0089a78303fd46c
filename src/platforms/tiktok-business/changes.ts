import { z } from 'zod';
import { notPossible, shownTextOf, type PlatformChanges } from '../kit/changes.js';
import { unclear } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { postBusiness, readBusiness, type BusinessSession } from './api.js';
import { referenceSchema } from './comment.js';
import { missingIn } from './comments.js';
import { readData } from './envelope.js';
import { businessFailure } from './failures.js';

const listSchema = z.object({ comments: z.array(z.unknown()).nullish() });
const commentSchema = z.object({ comment_id: z.string(), text: z.string().nullish() });

/** Deletes comments on the account's own posts. TikTok has no call that deletes or edits a post. */
export const tikTokBusinessChanges: PlatformChanges<BusinessSession> = {
  remove: async (session, { externalPostId, replyTo }, sendBefore) => {
    if (replyTo === null) return notPossible('NOT_SUPPORTED', 'TikTok lets no app delete posts.');
    const answer = await postBusiness(session, {
      path: '/business/comment/delete/',
      fields: { comment_id: externalPostId },
      sendBefore,
    });
    if (readData(answer, z.unknown()) !== null) return { kind: 'removed' };
    return missingIn(answer) === null ? businessFailure(answer, session.clock) : { kind: 'gone' };
  },
  find: async (session, post, edited) => {
    const { externalPostId, externalUrl, reference } = post;
    const place = referenceSchema.safeParse(reference).data;
    if (place === undefined) return unclear('Only comments whose post is known can be looked at.');
    const params = { video_id: place.videoId, comment_ids: JSON.stringify([externalPostId]) };
    const list = await readBusiness(session, { path: '/business/comment/list/', params }, listSchema);
    const comments = (list.comments ?? []).flatMap((item) => commentSchema.safeParse(item).data ?? []);
    const comment = comments.find((one) => one.comment_id === externalPostId);
    if (comment === undefined) return { kind: 'gone' };
    return {
      kind: 'there',
      published: { externalPostId, externalUrl, reference },
      shows: shownTextOf(post, edited, ({ text }) =>
        normalizeText(text) === normalizeText(comment.text ?? '') ? 'ours' : 'other',
      ),
    };
  },
};
