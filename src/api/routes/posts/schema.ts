import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { postStatuses, targetStatuses } from '../../../domain/post-status.js';
import {
  postExpansions,
  cancelResults,
  type CanceledPostView,
  type ExpandedMediaView,
  type ExpandedPostView,
  type ExpandedTargetView,
} from '../../../services/posts/types.js';
import { postWarningCodes, type PostWarning } from '../../../services/post-records/types.js';
import { targetRetryRules } from '../../../domain/target-errors.js';
import type { Page } from '../../../services/shared/page.js';
import { exampleIds } from '../../openapi/examples.js';
import { commaList, pageOf, wireInstant } from '../../openapi/fields.js';
import { mediaSchema, toMediaResponse } from '../media/schema.js';
import { socialAccountSchema, toSocialAccountResponse } from '../social-accounts/schema.js';
import { errorCodeField, platformOptionsField } from './target-fields.js';

/** Of a post, or of each post of a list. */
export const expandField = commaList(postExpansions)
  .optional()
  .openapi({
    description: `What to put into the answer, comma separated: ${postExpansions.join(', ')}.`,
    example: 'targets.account',
  });

const retryableField = z.enum(targetRetryRules).nullable();

export const targetSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.target }),
    postId: z.string().openapi({ example: exampleIds.post }),
    socialAccountId: z.string().openapi({ example: exampleIds.socialAccount }),
    account: socialAccountSchema.nullable().optional().openapi({
      description: 'With `expand=targets.account`; null: disconnected since.',
    }),
    platform: z.enum(platformNames).openapi({ example: 'BLUESKY' }),
    status: z
      .enum(targetStatuses)
      .openapi({ description: 'Independent of the post’s status.', example: 'SCHEDULED' }),
    captionOverride: z.string().nullable(),
    firstComment: z.string().nullable(),
    firstCommentError: z
      .string()
      .nullable()
      .openapi({ description: 'A code of `TargetErrorCode`, a colon, and a message for people.' }),
    firstCommentErrorCode: errorCodeField('The code of `firstCommentError`.'),
    firstCommentErrorRetryable: retryableField.openapi({
      description: 'Of `firstCommentErrorCode`, as `errorRetryable` is of `errorCode`.',
    }),
    firstCommentAttempt: z.number().int(),
    platformOptions: platformOptionsField,
    mediaIds: z.array(z.string()).openapi({ description: 'Empty: the target uses the media of the post.' }),
    scheduledFor: wireInstant.nullable(),
    cancelRequestedAt: wireInstant.nullable().openapi({
      description:
        'When a cancel was accepted while a call of unknown outcome was open. No new call begins; the target ends PUBLISHED, CANCELED, or FAILED with PUBLISH_UNCONFIRMED.',
    }),
    publishedAt: wireInstant.nullable(),
    publishedCaption: z.string().nullable().openapi({
      description: 'The text that was published; null until then.',
    }),
    externalPostId: z.string().nullable(),
    externalUrl: z.string().nullable(),
    errorCode: errorCodeField('Why it has failed.'),
    errorMessage: z.string().nullable().openapi({ description: 'For people; not stable.' }),
    errorRetryable: retryableField.openapi({
      description:
        'Whether `POST /posts/{id}/retry` is of use. yes: as it is. after: once what the code’s page says is done. no: the platform would refuse the same again. null: there is no error, or its code is not known here.',
    }),
    attemptCount: z.number().int(),
    lastAttemptAt: wireInstant.nullable(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('Target');

export const postMediaSchema = z
  .object({
    postId: z.string().openapi({ example: exampleIds.post }),
    mediaAssetId: z.string().openapi({ example: exampleIds.media }),
    asset: mediaSchema.nullable().optional().openapi({
      description: 'With `expand=media.asset`; null: deleted since.',
    }),
    order: z.number().int().openapi({ example: 0 }),
    altText: z.string().nullable(),
  })
  .openapi('PostMedia');

/** What foresight of a platform's quota adds. */
export const quotaFields = {
  rule: z.string().optional().openapi({
    description: 'Of a quota: which one, as `GET /platforms` names it.',
    example: 'posts_per_day',
  }),
  limit: z.number().optional().openapi({ example: 250 }),
  actual: z
    .number()
    .optional()
    .openapi({ description: 'Of a quota: how many there would be in that day.', example: 251 }),
  fitsAt: wireInstant.nullable().optional().openapi({
    description:
      'Of a quota: the first time, not before the wanted one, at which the post would fit; null: none of the next days is known to have room.',
  }),
};

/** What says when a grant ends. */
export const reconnectField = {
  reconnectBy: wireInstant.optional().openapi({
    description: 'Of a grant that ends before the post is due: when.',
  }),
};

const warningSchema = z
  .object({
    code: z.enum(postWarningCodes).openapi({ example: 'ACCOUNT_TOKEN_EXPIRED' }),
    targetId: z.string().openapi({ example: exampleIds.target }),
    socialAccountId: z.string().openapi({ example: exampleIds.socialAccount }),
    message: z.string().openapi({ example: 'The account must be reconnected before the post is due.' }),
    ...quotaFields,
    ...reconnectField,
  })
  .openapi('PostWarning');

export const postSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.post }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    createdByUserId: z.string().openapi({ example: exampleIds.user }),
    status: z.enum(postStatuses).openapi({ description: 'Derived from the targets.', example: 'SCHEDULED' }),
    caption: z.string().nullable(),
    scheduledAt: wireInstant
      .nullable()
      .openapi({ description: 'Publish time; on a draft, its calendar pin.' }),
    timezone: z.string().nullable().openapi({ description: 'For display only.', example: 'Europe/Berlin' }),
    workflowId: z.string().nullable().openapi({
      description: 'The workflow that publishes the post; null on drafts and after cancellation.',
    }),
    pendingWorkflowId: z.string().nullable().openapi({
      description: 'A workflow whose start is under way. The post is accepted and will be published.',
    }),
    approvedByUserId: z.string().nullable(),
    approvedAt: wireInstant.nullable(),
    rejectionReason: z.string().nullable().openapi({
      description: 'Why a reviewer sent the post back; null once it is handed in again.',
    }),
    createdViaApi: z.boolean(),
    createdViaFlatShape: z.boolean(),
    deletedAt: wireInstant.nullable(),
    createdAt: wireInstant,
    updatedAt: wireInstant,
    targets: z.array(targetSchema),
    media: z.array(postMediaSchema).openapi({ description: 'In order.' }),
    warnings: z.array(warningSchema).optional().openapi({
      description:
        'What may keep the post from being published, or from being so in time. Only in answers to operations that schedule it, or that store a draft which names what its account does not have. ACCOUNT_TOKEN_EXPIRED: connect the account again. RECONNECT_NEEDED_BEFORE: the account’s grant ends at `reconnectBy`, before the post is due; connect the account again before that. PLATFORM_QUOTA_FORESEEN: the platform takes no more in that day, so that the post would wait when it is due. CHOICES_NOT_CHECKED: the platform could not be asked in time what the account may pick from. CHOICE_NOT_AVAILABLE and MEDIA_TOO_LONG: a draft, as it is, could not be scheduled.',
    }),
  })
  .openapi('Post');

export const canceledPostSchema = postSchema
  .extend({
    cancelResults: z
      .array(
        z.object({
          targetId: z.string().openapi({ example: exampleIds.target }),
          result: z.enum(cancelResults),
        }),
      )
      .openapi({
        description:
          'What the cancel could do about each target. CANCELED: it will not be published. IN_FLIGHT: a call was under way; its outcome follows, and no new call begins. UNCONFIRMED: an earlier call may have published it. PUBLISHED, FAILED, SKIPPED: it had ended before.',
      }),
  })
  .openapi('CanceledPost');

export const postListSchema = pageOf('PostList', postSchema);

type PostResponse = z.output<typeof postSchema>;

const wire = (date: Date | null): string | null => date?.toISOString() ?? null;

export function toPostResponse({ warnings, ...view }: ExpandedPostView): PostResponse {
  return {
    ...view,
    scheduledAt: wire(view.scheduledAt),
    approvedAt: wire(view.approvedAt),
    deletedAt: wire(view.deletedAt),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
    targets: view.targets.map(toTargetResponse),
    media: view.media.map(toPostMediaResponse),
    ...(warnings && { warnings: warnings.map(toWarningResponse) }),
  };
}

function toWarningResponse({
  fitsAt,
  reconnectBy,
  ...warning
}: PostWarning): NonNullable<PostResponse['warnings']>[number] {
  return {
    ...warning,
    ...(fitsAt !== undefined && { fitsAt: wire(fitsAt) }),
    ...(reconnectBy !== undefined && { reconnectBy: reconnectBy.toISOString() }),
  };
}

export function toCanceledPostResponse(view: CanceledPostView): z.output<typeof canceledPostSchema> {
  return { ...toPostResponse(view), cancelResults: view.cancelResults };
}

function toPostMediaResponse({ asset, ...view }: ExpandedMediaView): PostResponse['media'][number] {
  return asset === undefined ? view : { ...view, asset: asset && toMediaResponse(asset) };
}

function toTargetResponse({ account, ...view }: ExpandedTargetView): PostResponse['targets'][number] {
  return {
    ...view,
    ...(account === undefined ? {} : { account: account && toSocialAccountResponse(account) }),
    scheduledFor: wire(view.scheduledFor),
    cancelRequestedAt: wire(view.cancelRequestedAt),
    publishedAt: wire(view.publishedAt),
    lastAttemptAt: wire(view.lastAttemptAt),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

export function toPostListResponse(page: Page<ExpandedPostView>): z.output<typeof postListSchema> {
  return { data: page.data.map(toPostResponse), nextCursor: page.nextCursor };
}
