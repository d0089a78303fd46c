import { z } from 'zod';
import { isCommentUrn, postUrnSchema } from './urns.js';

/** What is not there, or not as described, was not carried: it must not make the whole post unreadable. */
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

/** A post of an organisation as the finder shows it. What is undefined was not carried. */
export const seenPostSchema = z.object({
  id: postUrnSchema,
  /** Left out where it is empty. */
  commentary: z.string().default(''),
  createdAt: lenient(z.number()),
  /** Empty: of a kind that we do not know. */
  content: contentSchema.optional().catch(() => ({})),
  reshareContext: z.unknown().optional(),
});
export type SeenPost = z.infer<typeof seenPostSchema>;

/** The newer descriptions name the URN `commentUrn`, older ones `$URN`. */
export const seenCommentSchema = z
  .object({
    actor: z.string(),
    message: z.object({ text: z.string() }),
    created: lenient(z.object({ time: z.number() })),
    commentUrn: lenient(z.string()),
    $URN: lenient(z.string()),
    parentComment: lenient(z.string().refine(isCommentUrn)),
    /** Left out where it has no answers. */
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
