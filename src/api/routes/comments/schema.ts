import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import {
  commentStatuses,
  type CommentThreadView,
  type CommentView,
} from '../../../services/comments/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';
import { errorCodeField } from '../posts/target-fields.js';

export const commentSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.comment }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    socialAccountId: z.string().openapi({ example: exampleIds.socialAccount }),
    platform: z.enum(platformNames).openapi({ example: 'BLUESKY' }),
    postId: z
      .string()
      .nullable()
      .openapi({ description: 'Null: the post was not made here.', example: exampleIds.post }),
    targetId: z.string().nullable().openapi({ example: exampleIds.target }),
    externalCommentId: z.string().nullable().openapi({
      description: 'The platform’s own id. Null: a reply that is not known to be public.',
    }),
    externalPostId: z
      .string()
      .openapi({ description: 'The post that it stands under, as the platform calls it.' }),
    parentId: z.string().nullable().openapi({
      description: 'The comment that it answers. Null: it answers the post, or that comment is not here.',
    }),
    authorHandle: z.string().nullable(),
    authorName: z.string().nullable(),
    authorAvatarUrl: z.string().nullable(),
    text: z.string(),
    mine: z.boolean().openapi({ description: 'Written by the account itself, here or elsewhere.' }),
    canReply: z.boolean().openapi({
      description:
        'Whether it can be answered now: the platform takes an answer, it is not deleted, and its account is connected and ACTIVE.',
    }),
    status: z.enum(commentStatuses).openapi({
      description:
        'RECEIVED: from somebody else. Your own are SENDING, SENT, FAILED, or UNCONFIRMED: sent, and nobody can tell whether it is public.',
    }),
    errorCode: errorCodeField('Why a reply of yours has failed.'),
    errorMessage: z.string().nullable(),
    externalUrl: z.string().nullable(),
    readAt: wireInstant.nullable(),
    postedAt: wireInstant,
    createdAt: wireInstant,
    updatedAt: wireInstant,
    deletedAt: wireInstant.nullable().openapi({ description: 'When it was gone from the platform.' }),
    replyId: z.string().nullable().openapi({ description: 'Your newest answer to it.' }),
  })
  .openapi('Comment');

export const commentThreadSchema = commentSchema
  .extend({
    thread: z.array(commentSchema).openapi({
      description:
        'The conversation that it is part of, itself included, oldest first: the comment that it began with, and the answers. Of a long one the newest.',
    }),
    threadTruncated: z.boolean().openapi({ description: 'Whether the conversation has more than that.' }),
  })
  .openapi('CommentWithThread');

export const commentListSchema = pageOf('CommentList', commentSchema);

export function toCommentResponse(view: CommentView): z.output<typeof commentSchema> {
  return {
    ...view,
    readAt: view.readAt?.toISOString() ?? null,
    postedAt: view.postedAt.toISOString(),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
    deletedAt: view.deletedAt?.toISOString() ?? null,
  };
}

export function toCommentThreadResponse(view: CommentThreadView): z.output<typeof commentThreadSchema> {
  const { thread, threadTruncated, ...comment } = view;
  return { ...toCommentResponse(comment), thread: thread.map(toCommentResponse), threadTruncated };
}
