import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { FindAnswer, Publication, PublishedSearch, ReplyTarget } from '../kit/platform.js';
import { normalizeText } from '../kit/text.js';
import type { Match } from '../kit/look-up.js';
import type { FacebookPage } from './api.js';
import { findListed } from './listed.js';
import { siteUrl } from './permalink.js';

/** The post and the thread of a comment by us. Replies to replies are shown below the first comment of their thread. */
const referenceSchema = z.object({ postId: z.string(), threadId: z.string() });

/** The data for a later reply to our comment, and for recognizing that reply in a search. */
export function commentReference(
  { externalPostId, reference, root }: ReplyTarget,
  commentId: string,
): JsonObject {
  const parent = referenceSchema.safeParse(reference).data;
  if (parent !== undefined) return commentReferenceOf(parent.postId, parent.threadId);
  return root === undefined
    ? commentReferenceOf(externalPostId, commentId)
    : commentReferenceOf(root.externalPostId, externalPostId);
}

export function commentReferenceOf(postId: string, threadId: string): JsonObject {
  return { postId, threadId };
}

const commentSchema = z.object({
  id: z.string(),
  message: z.string().nullish(),
  created_time: z.string().nullish(),
  permalink_url: z.string().nullish(),
  from: z.object({ id: z.string() }).nullish().catch(null),
  parent: z.object({ id: z.string() }).nullish().catch(null),
});
type ListedComment = z.infer<typeof commentSchema>;

/** Finds a comment of the Page among the comments of the post. */
export function findComment(
  page: FacebookPage,
  { text }: Publication,
  replyTo: ReplyTarget,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const thread = threadOf(replyTo);
  const words = normalizeText(text);
  return findListed(
    page,
    {
      path: [thread?.postId ?? replyTo.externalPostId, 'comments'],
      params: {
        fields: 'id,message,created_time,permalink_url,from,parent',
        filter: 'stream',
        order: 'reverse_chronological',
      },
      schema: commentSchema,
      judge: (comment) => {
        if (normalizeText(comment.message ?? '') !== words) return 'NO';
        return both(ofPage(comment, page.pageId), under(comment, replyTo, thread?.threadId));
      },
      publishedOf: ({ id, permalink_url: permalink }) => ({
        externalPostId: id,
        externalUrl: permalink ? siteUrl(page, permalink) : null,
        reference: commentReference(replyTo, id),
      }),
    },
    search,
  );
}

function threadOf({
  externalPostId,
  reference,
  root,
}: ReplyTarget): z.infer<typeof referenceSchema> | undefined {
  const known = referenceSchema.safeParse(reference).data;
  if (known !== undefined || root === undefined) return known;
  return { postId: root.externalPostId, threadId: externalPostId };
}

function both(one: Match, other: Match): Match {
  if (one === 'NO' || other === 'NO') return 'NO';
  return one === 'PERHAPS' || other === 'PERHAPS' ? 'PERHAPS' : 'YES';
}

/** Compares the author, which Facebook returns only with the required permission. */
function ofPage({ from }: ListedComment, pageId: string): Match {
  if (from === null || from === undefined) return 'PERHAPS';
  return from.id === pageId ? 'YES' : 'NO';
}

function under(
  { parent }: ListedComment,
  { externalPostId }: ReplyTarget,
  threadId: string | undefined,
): Match {
  if (parent === null || parent === undefined) return threadId === undefined ? 'YES' : 'NO';
  return parent.id === externalPostId || parent.id === threadId ? 'YES' : 'NO';
}
