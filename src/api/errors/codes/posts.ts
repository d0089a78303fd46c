import { z } from '@hono/zod-openapi';
import { exampleIds } from '../../examples/ids.js';
import type { ErrorEntries } from './entry.js';

/** Codes about posts. */
export const postCodes = {
  TARGET_NOT_PUBLISHED: {
    status: 400,
    meaning:
      'A first comment can only be retried, and a target can only be edited or removed, while the target is public.',
    remedy: 'Wait until the target is PUBLISHED. One that was removed from its platform stays removed.',
    retry: 'after-remedy',
    example: { message: 'The target has not been published.', extras: {} },
  },
  NO_EXTERNAL_ID: {
    status: 400,
    meaning:
      'Punctual does not know the id of the post on the platform, so it cannot comment on it, edit it or remove it. That is so if a person confirmed the target without a URL that proves the id.',
    remedy: 'Do it on the platform.',
    retry: 'never',
    example: {
      message:
        'Punctual does not know the id of the post on the platform, so it cannot comment on it; write the comment on the platform.',
      extras: {},
    },
  },
  NO_COMMENT_TO_RETRY: {
    status: 400,
    meaning: 'The target has no first comment.',
    remedy: 'There is nothing to retry.',
    retry: 'never',
    example: { message: 'The target has no first comment.', extras: {} },
  },
  NO_ERROR_TO_RETRY: {
    status: 400,
    meaning: 'The first comment is already public or is being published.',
    remedy: 'Get the post again to see its status.',
    retry: 'never',
    example: { message: 'The first comment has not failed.', extras: {} },
  },
  RETRY_COOLDOWN: {
    status: 400,
    meaning: 'The first comment was tried less than a minute ago, or is still being tried.',
    remedy: 'You can retry a first comment once a minute.',
    retry: 'after-delay',
    extras: {
      retryAfterMs: z
        .number()
        .int()
        .openapi({ description: 'How many milliseconds to wait before you try again.' }),
    },
    example: {
      message: 'The first comment was attempted less than a minute ago. Try again later.',
      extras: { retryAfterMs: 42_000 },
    },
  },
  CHANGE_NOT_POSSIBLE: {
    status: 409,
    meaning:
      'The platform does not let Punctual remove or edit this post. reason says why: NOT_SUPPORTED (the platform has no such call), TOO_LATE (the time for edits has passed), TOO_OFTEN (the post was edited as often as the platform allows), PERMISSION_MISSING (the account was connected without the permission). On a deletion with removePublic, after a removal that has ended without success: reason is the code of its error, such as PLATFORM_REJECTED, and the post was not deleted.',
    remedy:
      'Change the post on the platform itself. For PERMISSION_MISSING, connect the account again and grant every permission. After a removal without success, ask for it again with POST /posts/{id}/targets/{tid}/remove, or delete the post without removePublic.',
    retry: 'never',
    extras: {
      reason: z
        .string()
        .openapi({ description: 'Why the change is not possible. More reasons may be added.' }),
      platform: z.string().openapi({ description: 'The platform of the target.' }),
      targetId: z.string().openapi({ description: 'The target.' }),
    },
    example: {
      message: 'THREADS does not let apps edit posts.',
      extras: { reason: 'NOT_SUPPORTED', platform: 'THREADS', targetId: exampleIds.target },
    },
  },
  CHANGE_UNDER_WAY: {
    status: 409,
    meaning:
      'The target is being removed or edited on its platform, or its first comment is being published. On a deletion with removePublic: a public target is still being removed, so the post was not deleted.',
    remedy:
      'Get the post again: removal and edits of the target say how the change ends. Repeat the request after that.',
    retry: 'after-remedy',
    extras: { targetId: z.string().openapi({ description: 'The target.' }) },
    example: {
      message: 'Another change of the target is under way.',
      extras: { targetId: exampleIds.target },
    },
  },
  INVALID_STATE: {
    status: 409,
    meaning:
      'The status of the resource does not allow this action. For a post, targetIds names the targets that prevent the action: they are public or about to be published, or an earlier call may have published them and its result is not known. For a comment: you cannot reply to it (canReply), or the same reply is being sent or may be public (replyId), or the id is that of the comment and not of your reply (replyId), or the platform does not allow you to hide or delete it (platformMessage).',
    remedy:
      'Get the resource again and choose one of the actions in allowed. If a target may already be public, look for it on the platform, or retry the post: Punctual looks for it before it publishes again. If a connect session has ended, start a new one.',
    retry: 'never',
    extras: {
      status: z.string().openapi({ description: 'The current status of the resource.' }),
      allowed: z.array(z.string()).openapi({ description: 'The actions that this status allows.' }),
      targetIds: z.array(z.string()).optional().openapi({
        description: 'The targets that prevent the action, for example because they are or may be public.',
      }),
      canReply: z
        .literal(false)
        .optional()
        .openapi({ description: 'Always false: you cannot reply to the comment.' }),
      replyId: z.string().optional().openapi({
        description:
          'The reply with the same text that is already being sent or may be public, or your reply to the comment that you named.',
      }),
      platformMessage: z.string().optional().openapi({
        description: 'The reason in the platform’s words, if it refused to hide, show or delete the comment.',
      }),
    },
    example: {
      message: 'A post that is PUBLISHED does not allow the action reschedule.',
      extras: { status: 'PUBLISHED', allowed: ['delete'] },
    },
  },
} satisfies Partial<ErrorEntries>;
