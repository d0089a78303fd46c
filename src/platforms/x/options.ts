import { z } from 'zod';

/** `platformOptions` of a post. */
export const xOptionsSchema = z.strictObject({
  /** Who may reply; everyone by default. */
  replySettings: z.enum(['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  madeWithAi: z.boolean().optional(),
  paidPartnership: z.boolean().optional(),
  communityId: z
    .string()
    .regex(/^[0-9]{1,19}$/)
    .optional(),
});

/** The request's own names; "everyone" is said by leaving the field out. */
export function toXFields(options: unknown): Record<string, unknown> {
  const { replySettings, madeWithAi, paidPartnership, communityId } = xOptionsSchema.parse(options ?? {});
  return {
    ...(replySettings === undefined || replySettings === 'everyone' ? {} : { reply_settings: replySettings }),
    ...(madeWithAi === undefined ? {} : { made_with_ai: madeWithAi }),
    ...(paidPartnership === undefined ? {} : { paid_partnership: paidPartnership }),
    ...(communityId === undefined ? {} : { community_id: communityId }),
  };
}
