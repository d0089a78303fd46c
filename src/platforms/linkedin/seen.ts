import { z } from 'zod';
import { isCommentUrn, postUrnSchema } from './urns.js';

/** Treats a missing or malformed field as not returned, so that it does not make the whole post unreadable. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const idSchema = z.object({ id: z.string() });

const contentSchema = z.object({
  media: lenient(idSchema),
  multiImage: lenient(z.object({ images: z.array(idSchema) })),
  article: lenient(z.object({ source: z.string() })),
  poll: lenient(z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) })),
});

/** A post of an organization as the finder returns it. A field is undefined if it was not returned. */
export const seenPostSchema = z.object({
  id: postUrnSchema,
  /** LinkedIn leaves out an empty commentary. */
  commentary: z.string().default(''),
  createdAt: lenient(z.number()),
  /** An empty object if the content is of an unknown kind. */
  content: contentSchema.optional().catch(() => ({})),
  reshareContext: z.unknown().optional(),
});
export type SeenPost = z.infer<typeof seenPostSchema>;

/** A listed comment. Newer documentation calls its URN `commentUrn`, older documentation `$URN`. */
export const seenCommentSchema = z
  .object({
    actor: z.string(),
    message: z.object({ text: z.string() }),
    created: lenient(z.object({ time: z.number() })),
    commentUrn: lenient(z.string()),
    $URN: lenient(z.string()),
    parentComment: lenient(z.string().refine(isCommentUrn)),
    /** LinkedIn leaves out the summary of a comment without replies. */
    commentsSummary: lenient(
      z.object({
        aggregatedTotalComments: lenient(z.number()),
        totalFirstLevelComments: lenient(z.number()),
      }),
    ),
  })
  .transform(({ actor, message, created, commentUrn, $URN, parentComment, commentsSummary }) => ({
    actor,
    text: message.text,
    createdAt: created?.time,
    urn: commentUrn ?? $URN ?? '',
    parent: parentComment,
    answers: commentsSummary?.aggregatedTotalComments ?? commentsSummary?.totalFirstLevelComments ?? 0,
  }))
  .refine(({ urn }) => isCommentUrn(urn));
export type SeenComment = z.infer<typeof seenCommentSchema>;
