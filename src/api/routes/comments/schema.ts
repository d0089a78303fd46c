import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import {
  commentStatuses,
  replyStatuses,
  type CommentNoteView,
  type CommentThreadView,
  type CommentView,
} from '../../../services/comments/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';
import { errorCodeField } from '../posts/target-fields.js';

export const noteExample = 'She called us as well. Mia has her number.';

const personSchema = z
  .object({
    userId: z.string().openapi({ description: 'The id of the user.', example: exampleIds.user }),
    name: z.string().openapi({ description: 'The name of the user.', example: 'Ada Lovelace' }),
  })
  .openapi('Person', { description: 'A member of the team.' });

export const commentSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the comment.', example: exampleIds.comment }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    socialAccountId: z.string().openapi({
      description: 'The social account whose post has the comment.',
      example: exampleIds.socialAccount,
    }),
    platform: z
      .enum(platformNames)
      .openapi({ description: 'The platform of the account.', example: 'BLUESKY' }),
    postId: z.string().nullable().openapi({
      description:
        'The post below which the comment was written; null if the post was not made with Punctual.',
      example: exampleIds.post,
    }),
    targetId: z.string().nullable().openapi({
      description: 'The target of that post; null if the post was not made with Punctual.',
      example: exampleIds.target,
    }),
    externalCommentId: z.string().nullable().openapi({
      example: '3kq4z2m7xyc2a',
      description: 'The platform’s own id of the comment; null for a reply that is not known to be public.',
    }),
    externalPostId: z.string().openapi({
      example: 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3kq4z2m7xyb2a',
      description: 'The platform’s own id of the post.',
    }),
    parentId: z.string().nullable().openapi({
      example: null,
      description:
        'The comment that this one replies to; null if it replies to the post, or if that comment is not stored here.',
    }),
    authorHandle: z.string().nullable().openapi({
      description: 'The author’s handle, if the platform provides it.',
      example: 'ada.bsky.social',
    }),
    authorName: z
      .string()
      .nullable()
      .openapi({ description: 'The author’s display name, if the platform provides it.', example: 'Ada' }),
    authorAvatarUrl: z.string().nullable().openapi({
      description: 'The URL of the author’s profile picture, if the platform provides it.',
      example: null,
    }),
    text: z.string().openapi({ description: 'The text of the comment.', example: 'When do you open?' }),
    mine: z.boolean().openapi({
      example: false,
      description: 'Whether the account itself wrote the comment, with Punctual or elsewhere.',
    }),
    canReply: z.boolean().openapi({
      example: true,
      description:
        'Whether you can reply to it now: the platform allows a reply, neither the comment nor the post above it is gone, and its account is connected and ACTIVE.',
    }),
    canHide: z.boolean().openapi({
      example: false,
      description:
        'Whether you can hide it now, or show it again: the platform allows it for this comment, which is not deleted, and its account is connected and ACTIVE.',
    }),
    canDelete: z.boolean().openapi({
      example: false,
      description: 'Whether you can delete it on the platform now, under the same conditions.',
    }),
    status: z.enum(commentStatuses).openapi({
      example: 'RECEIVED',
      description:
        'RECEIVED: somebody else wrote it. Your own replies are SENDING, SENT, FAILED, or UNCONFIRMED, which means that the reply was sent but the platform does not show whether it is public.',
    }),
    errorCode: errorCodeField('Why your reply failed.'),
    errorMessage: z.string().nullable().openapi({
      description: 'A readable explanation of `errorCode`. The wording can change; do not parse it.',
      example: null,
    }),
    externalUrl: z.string().nullable().openapi({
      description: 'The public URL of the comment, if the platform provides one.',
      example: null,
    }),
    readAt: wireInstant.nullable().openapi({
      description: 'When the comment was marked read in the inbox; null while it is unread.',
      example: null,
    }),
    postedAt: wireInstant.openapi({ description: 'When the comment was written.' }),
    createdAt: wireInstant.openapi({ description: 'When Punctual first stored the comment.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
    hiddenAt: wireInstant.nullable().openapi({
      example: null,
      description:
        'When it was hidden with Punctual, or when Punctual noticed that it is hidden on the platform; null if it is visible, or if the platform does not say.',
    }),
    deletedAt: wireInstant.nullable().openapi({
      example: null,
      description:
        'When it was deleted with Punctual, or when Punctual noticed that it was deleted on the platform; null if it is still there.',
    }),
    replyId: z
      .string()
      .nullable()
      .openapi({ example: null, description: 'Your latest reply to the comment; null if there is none.' }),
    replyStatus: z.enum(replyStatuses).nullable().openapi({
      example: null,
      description:
        'The `status` of that reply; null if there is none. A comment has been replied to if it is SENT. If it is FAILED, nobody can see the reply.',
    }),
    assignedTo: personSchema.nullable().openapi({
      description: 'The member who takes care of the conversation; null if it is assigned to no member.',
      example: null,
    }),
    noteCount: z
      .int()
      .openapi({ description: 'The number of your team’s notes about the comment.', example: 0 }),
  })
  .openapi('Comment', { description: 'A comment below a post, or a reply to one.' });

export const commentThreadSchema = commentSchema
  .extend({
    thread: z.array(commentSchema).openapi({
      description:
        'The conversation, oldest first: its first comment and the replies, including this comment. A long conversation has only its latest comments here.',
    }),
    threadTruncated: z
      .boolean()
      .openapi({ example: false, description: 'Whether older comments of the conversation were left out.' }),
  })
  .openapi('CommentWithThread', { description: 'A comment with the conversation that it is part of.' });

export const commentListSchema = pageOf('CommentList', commentSchema);

export const commentNoteSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the note.', example: exampleIds.commentNote }),
    commentId: z
      .string()
      .openapi({ description: 'The comment that it is about.', example: exampleIds.comment }),
    author: personSchema.nullable().openapi({
      description: 'Who wrote it; null if that user does not exist any more.',
      example: { userId: exampleIds.user, name: 'Ada Lovelace' },
    }),
    text: z.string().openapi({ description: 'The text of the note.', example: noteExample }),
    createdAt: wireInstant.openapi({ description: 'When it was written.' }),
  })
  .openapi('CommentNote', { description: 'A note about a comment that only the team sees.' });

export const commentNoteListSchema = pageOf('CommentNoteList', commentNoteSchema);

export function toCommentNoteResponse(view: CommentNoteView): z.output<typeof commentNoteSchema> {
  return { ...view, createdAt: view.createdAt.toISOString() };
}

export function toCommentResponse(view: CommentView): z.output<typeof commentSchema> {
  return {
    ...view,
    readAt: view.readAt?.toISOString() ?? null,
    postedAt: view.postedAt.toISOString(),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
    hiddenAt: view.hiddenAt?.toISOString() ?? null,
    deletedAt: view.deletedAt?.toISOString() ?? null,
  };
}

export function toCommentThreadResponse(view: CommentThreadView): z.output<typeof commentThreadSchema> {
  const { thread, threadTruncated, ...comment } = view;
  return { ...toCommentResponse(comment), thread: thread.map(toCommentResponse), threadTruncated };
}
