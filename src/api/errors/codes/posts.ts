import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** What posts allow. */
export const postCodes = {
  TARGET_NOT_PUBLISHED: {
    status: 400,
    meaning: 'A first comment can be retried only on a target that is published.',
    remedy: 'Wait until the target is PUBLISHED.',
    retry: 'never',
    example: { message: 'The target has not been published.', extras: {} },
  },
  NO_EXTERNAL_ID: {
    status: 400,
    meaning: 'The target has no id on the platform, so there is nothing to comment on.',
    remedy: 'Publish the post first.',
    retry: 'never',
    example: { message: 'The platform gave no id to comment on.', extras: {} },
  },
  NO_COMMENT_TO_RETRY: {
    status: 400,
    meaning: 'The target was made without a first comment.',
    remedy: 'There is nothing to retry.',
    retry: 'never',
    example: { message: 'The target has no first comment.', extras: {} },
  },
  NO_ERROR_TO_RETRY: {
    status: 400,
    meaning: 'The first comment is public already, or is being posted.',
    remedy: 'Read the target again.',
    retry: 'never',
    example: { message: 'The first comment has not failed.', extras: {} },
  },
  RETRY_COOLDOWN: {
    status: 400,
    meaning: 'The first comment was tried less than a minute ago.',
    remedy: 'Wait retryAfterMs.',
    retry: 'after-delay',
    extras: { retryAfterMs: z.number().int() },
    example: {
      message: 'The first comment was tried a moment ago. Try again later.',
      extras: { retryAfterMs: 42_000 },
    },
  },
  INVALID_STATE: {
    status: 409,
    meaning:
      'The post, or whatever else the request is about, is in a status that does not allow the action. allowed lists the actions that this status allows, without the one that was just refused. With targetIds: a call that may have published these targets has no known outcome. Of a comment: it cannot be answered (canReply), or the same reply is being sent already (replyId).',
    remedy:
      'Read it again and choose one of the allowed actions; of a connect session these are credentials and import, and one that has ended allows none: begin a new one. Where a target may be public, look at the platform, or retry the post: Punctual looks before it publishes.',
    retry: 'never',
    extras: {
      status: z.string(),
      allowed: z.array(z.string()),
      targetIds: z.array(z.string()).optional(),
      canReply: z.literal(false).optional(),
      replyId: z.string().optional(),
    },
    example: {
      message: 'The action reschedule is not possible while the post is PUBLISHED.',
      extras: { status: 'PUBLISHED', allowed: ['delete'] },
    },
  },
} satisfies Partial<ErrorEntries>;
