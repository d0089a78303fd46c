import { z } from '@hono/zod-openapi';
import { mediaKinds } from '../../../domain/media.js';
import { platformNames } from '../../../domain/platform-names.js';
import { targetStatuses } from '../../../domain/post-status.js';
import type { ClientCommentView, ClientPostView } from '../../../services/client-reviews/list.js';
import type { MediaView } from '../../../services/media/types.js';
import type { ExpandedTargetView } from '../../../services/posts/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';
import { tagOfView } from '../../http/resource-tag.js';
import { platformOptionsField } from '../posts/target-fields.js';
import { postResource } from '../posts/schema.js';
import { postPartSchema } from '../posts/target-schema.js';

export const clientReviewSchema = z
  .object({
    workspaceName: z.string().openapi({ description: 'Whose posts these are.', example: 'Acme' }),
    name: z.string().openapi({ description: 'Who the link is for.', example: 'Acme, Ms. Bauer' }),
    expiresAt: wireInstant.openapi({ description: 'When the link stops working.' }),
  })
  .openapi('ClientReview', { description: 'What a client link opens.' });

export const clientCommentSchema = z
  .object({
    at: wireInstant.openapi({ description: 'When it was written.' }),
    text: z.string().openapi({ description: 'The text.', example: 'Could we see the blue one?' }),
  })
  .openapi('ClientComment', { description: 'A comment of a client on a post that waits for approval.' });

const accountSchema = z
  .object({
    handle: z.string().openapi({ description: 'The name in the account’s URL.', example: 'acme' }),
    displayName: z.string().nullable().openapi({ description: 'The account’s name.', example: 'Acme' }),
    avatarUrl: z
      .string()
      .nullable()
      .openapi({ description: 'The account’s picture on the platform.', example: null }),
  })
  .nullable()
  .openapi({ description: 'The account; null if it was disconnected.' });

const targetSchema = z.object({
  id: z.string().openapi({ description: 'The id of the target.', example: exampleIds.target }),
  platform: z.enum(platformNames).openapi({ description: 'The platform.', example: 'BLUESKY' }),
  status: z.enum(targetStatuses).openapi({
    description: 'DRAFT if it waits for the approval. Others may be public already.',
    example: 'DRAFT',
  }),
  account: accountSchema,
  caption: z
    .string()
    .nullable()
    .openapi({ description: 'The text on this account.', example: 'Summer opening hours' }),
  parts: z
    .array(postPartSchema)
    .openapi({ description: 'The further parts of the post on this account.', example: [] }),
  firstComment: z
    .string()
    .nullable()
    .openapi({ description: 'A comment to publish below the post.', example: null }),
  platformOptions: platformOptionsField,
  mediaIds: z
    .array(z.string())
    .openapi({ description: 'The media on this account, in order.', example: [exampleIds.media] }),
});

const mediaSchema = z.object({
  id: z.string().openapi({ description: 'The id of the media asset.', example: exampleIds.media }),
  kind: z.enum(mediaKinds).openapi({ description: 'The kind of file.', example: 'IMAGE' }),
  mime: z.string().nullable().openapi({ description: 'The media type.', example: 'image/jpeg' }),
  width: z.number().int().nullable().openapi({ description: 'The width in pixels.', example: 1920 }),
  height: z.number().int().nullable().openapi({ description: 'The height in pixels.', example: 1080 }),
  durationMs: z.number().int().nullable().openapi({ description: 'The length of a video.', example: null }),
  pageCount: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'The number of pages of a document.', example: null }),
  altText: z.string().nullable().openapi({ description: 'The alt text.', example: 'A harbor' }),
  url: z.string().nullable().openapi({
    description:
      'A signed URL of the file. It works for at least ten minutes; list the posts again for a new one.',
    example: null,
  }),
  thumbnailUrl: z
    .string()
    .nullable()
    .openapi({ description: 'A signed URL of a small preview.', example: null }),
});

const clientPostSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the post.', example: exampleIds.post }),
    version: z.string().openapi({
      description: 'Changes whenever the post does. Send it with a decision about what you have seen.',
      example: '"kq3Zb1v0cX9mYt2hJ4sLw8RnUe0"',
    }),
    scheduledAt: wireInstant.nullable().openapi({ description: 'When it is to be published.' }),
    timezone: z
      .string()
      .nullable()
      .openapi({ description: 'The time zone in which its author plans.', example: 'Europe/Berlin' }),
    targets: z.array(targetSchema).openapi({ description: 'The accounts that it is for.' }),
    media: z.array(mediaSchema).openapi({ description: 'All files that the post and its targets name.' }),
    comments: z.array(clientCommentSchema).openapi({ description: 'What was written with this link.' }),
  })
  .openapi('ClientPost', { description: 'A post that waits for approval, as a client sees it.' });

export const clientPostListSchema = pageOf('ClientPostList', clientPostSchema);

export const toCommentResponse = ({ at, text }: ClientCommentView) => ({ at: at.toISOString(), text });

/** Shows what a preview needs, and nothing of how the team works. */
export function toClientPostResponse({
  post,
  media,
  comments,
}: ClientPostView): z.output<typeof clientPostSchema> {
  return {
    id: post.id,
    version: tagOfView(postResource, post),
    scheduledAt: post.scheduledAt?.toISOString() ?? null,
    timezone: post.timezone,
    targets: post.targets.map((target) => toTargetResponse(post, target)),
    media: media.map(toMediaResponse),
    comments: comments.map(toCommentResponse),
  };
}

function toTargetResponse(
  { caption, media }: ClientPostView['post'],
  {
    id,
    platform,
    status,
    account,
    captionOverride,
    parts,
    firstComment,
    platformOptions,
    mediaIds,
  }: ExpandedTargetView,
): z.output<typeof targetSchema> {
  return {
    id,
    platform,
    status,
    account: account
      ? { handle: account.handle, displayName: account.displayName, avatarUrl: account.avatarUrl }
      : null,
    caption: captionOverride ?? caption,
    parts: parts.map(({ text, mediaIds: ofPart }) => ({ text, mediaIds: ofPart })),
    firstComment,
    platformOptions,
    mediaIds: mediaIds.length > 0 ? mediaIds : media.map(({ mediaAssetId }) => mediaAssetId),
  };
}

function toMediaResponse(asset: MediaView): z.output<typeof mediaSchema> {
  const { id, kind, mime, width, height, durationMs, pageCount, altText, url, thumbnailUrl } = asset;
  return { id, kind, mime, width, height, durationMs, pageCount, altText, url, thumbnailUrl };
}
