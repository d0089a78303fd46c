import { z } from 'zod';
import { isCommentUrn, postUrnSchema } from './urns.js';

/** A missing or malformed field counts as not returned. It must not make the whole post unreadable. */
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

/** A post of an organization as the finder returns it. Undefined: not returned. */
export const seenPostSchema = z.object({
  id: postUrnSchema,
  /** Left out if it is empty. */
  commentary: z.string().default(''),
  createdAt: lenient(z.number()),
  /** Empty: of an unknown kind. */
  content: contentSchema.optional().catch(() => ({})),
  reshareContext: z.unknown().optional(),
});
export type SeenPost = z.infer<typeof seenPostSchema>;

/** Newer documentation calls the URN `commentUrn`, older documentation `$URN`. */
export const seenCommentSchema = z
  .object({
    actor: z.string(),
    message: z.object({ text: z.string() }),
    created: lenient(z.object({ time: z.number() })),
    commentUrn: lenient(z.string()),
    $URN: lenient(z.string()),
    parentComment: lenient(z.string().refine(isCommentUrn)),
    /** Left out if it has no replies. */
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
