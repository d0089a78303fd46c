import { z } from '@hono/zod-openapi';
import type { Finding } from '../../../domain/findings.js';
import { postStatuses } from '../../../domain/post-status.js';
import {
  postExpansions,
  cancelResults,
  type CanceledPostView,
  type ExpandedMediaView,
  type ExpandedPostView,
} from '../../../services/posts/types.js';
import type { Page } from '../../../services/shared/paging/page.js';
import { exampleIds } from '../../examples/ids.js';
import { eachWithout, without, type TaggedResource } from '../../http/resource-tag.js';
import { commaList, pageOf, wireInstant } from '../../openapi/fields.js';
import { mediaSchema, toMediaResponse } from '../media/schema.js';
import { postPartSchema, targetSchema, toTargetResponse } from './target-schema.js';

/** The `expand` parameter of operations that return a post or a list of posts. */
export const expandField = commaList(postExpansions, 'Related objects to include in the response.')
  .optional()
  .openapi({ example: 'targets.account' });

export const postMediaSchema = z
  .object({
    postId: z
      .string()
      .openapi({ description: 'The post that the asset is attached to.', example: exampleIds.post }),
    mediaAssetId: z
      .string()
      .openapi({ description: 'The media asset; get it with `GET /media/{id}`.', example: exampleIds.media }),
    asset: mediaSchema.nullable().optional().openapi({
      description:
        'The media asset. Only with `expand=media.asset`; null if it has been deleted since, or if it is in another workspace that has no owner in common with this one any more and the post neither waits nor is published.',
    }),
    order: z
      .number()
      .int()
      .openapi({ description: 'The position within the post, starting at 0.', example: 0 }),
    altText: z.string().nullable().openapi({
      description: 'Alt text for this post only; null if the asset’s own `altText` is used.',
      example: 'A harbor',
    }),
  })
  .openapi('PostMedia', { description: 'A media asset attached to a post.' });

/** Additional fields of a warning about a platform's quota. */
export const quotaFields = {
  rule: z.string().optional().openapi({
    description:
      'The quota that is exceeded, by its name in `GET /platforms`. Only if the problem is a quota.',
    example: 'posts_per_day',
  }),
  limit: z.number().optional().openapi({ description: 'The highest allowed value.', example: 250 }),
  actual: z.number().optional().openapi({
    description: 'The value that was found. For a quota: how many posts there would be in that period.',
    example: 251,
  }),
  fitsAt: wireInstant.nullable().optional().openapi({
    description:
      'The earliest time, at or after the requested one, at which the post fits the quota; null if no such time is known. Only if the problem is a quota.',
  }),
};

/** Additional fields of a warning about the end of an account's access. */
export const reconnectField = {
  reconnectBy: wireInstant.optional().openapi({
    description: 'When the account’s access ends, if that is before the post is due.',
  }),
};

const postWarningCodes = [
  'ACCOUNT_TOKEN_EXPIRED',
  /** For a draft: an option has a value that the account does not offer. */
  'CHOICE_NOT_AVAILABLE',
  /** The platform did not respond in time, so the values of options were not checked. */
  'CHOICES_NOT_CHECKED',
  /** The platform accepts a first comment, a quote or a reply from some apps only. */
  'FIRST_COMMENT_MAY_BE_REJECTED',
  /** The platform charges more for a post with a link. */
  'LINK_COSTS_MORE',
  /** For a draft: a video is longer than this account may publish. */
  'MEDIA_TOO_LONG',
  /** The platform's daily quota is exhausted by then, so the post would be published late. */
  'PLATFORM_QUOTA_FORESEEN',
  'QUOTE_MAY_BE_REJECTED',
  /** The account's grant ends before the post is due, and only a user can renew it. */
  'RECONNECT_NEEDED_BEFORE',
  'REPLY_MAY_BE_REJECTED',
  /** Another post of the last day has the same text for the account. */
  'SAME_TEXT_RECENTLY',
] as const;

const warningSchema = z
  .object({
    code: z.enum(postWarningCodes).openapi({
      description: 'What kind of problem it is. More codes may be added.',
      example: 'ACCOUNT_TOKEN_EXPIRED',
    }),
    targetId: z
      .string()
      .openapi({ description: 'The target that the warning is about.', example: exampleIds.target }),
    socialAccountId: z
      .string()
      .openapi({ description: 'The account of that target.', example: exampleIds.socialAccount }),
    message: z.string().openapi({
      description: 'A readable explanation. The wording can change; do not parse it.',
      example: 'The account must be reconnected before the post is due.',
    }),
    ...quotaFields,
    ...reconnectField,
  })
  .openapi('PostWarning', {
    description:
      'Something that may keep a post from being published on time, that makes it cost more, or that may be a mistake. It does not stop the request.',
  });

export const postSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the post.', example: exampleIds.post }),
    workspaceId: z
      .string()
      .openapi({ description: 'The workspace that it belongs to.', example: exampleIds.workspace }),
    createdByUserId: z.string().openapi({
      description: 'The user who created the post; for an API key, the user the key acts for.',
      example: exampleIds.user,
    }),
    status: z.enum(postStatuses).openapi({
      description:
        'The overall status, derived from the targets. PARTIALLY_PUBLISHED: some targets, or some parts of one, are public and some failed.',
      example: 'SCHEDULED',
    }),
    caption: z.string().nullable().openapi({
      description: 'The text for every target that has no `captionOverride`.',
      example: 'Hello from Punctual',
    }),
    parts: z.array(postPartSchema).openapi({
      description:
        'The further parts, for every target that has no `partsOverride`; empty if the post has one part.',
      example: [],
    }),
    scheduledAt: wireInstant.nullable().openapi({
      description:
        'When the post is due to be published. On a draft: the day and time where calendars show it.',
    }),
    timezone: z.string().nullable().openapi({
      description:
        'The IANA time zone that the post was written in. For display only; it does not change when the post is published.',
      example: 'Europe/Berlin',
    }),
    metadata: z.record(z.string(), z.string()).openapi({
      description: 'Short strings that you keep with the post; empty if there are none.',
      example: { campaign: 'spring-2030' },
    }),
    workflowId: z.string().nullable().openapi({
      example: null,
      description: 'The workflow that publishes the post; null on drafts and after a cancellation.',
    }),
    pendingWorkflowId: z.string().nullable().openapi({
      example: null,
      description:
        'The workflow that is being started; null once it runs. A post with this id has already been accepted and will be published.',
    }),
    approvedByUserId: z.string().nullable().openapi({
      description: 'The user who approved the post; null if it was not approved.',
      example: null,
    }),
    approvedAt: wireInstant
      .nullable()
      .openapi({ description: 'When the post was approved; null if it was not.', example: null }),
    rejectionReason: z.string().nullable().openapi({
      example: null,
      description: 'Why a reviewer sent the post back; null once it is submitted again.',
    }),
    createdViaApi: z.boolean().openapi({
      description: 'Whether the post was created with an API key rather than in the dashboard.',
      example: true,
    }),
    createdViaFlatShape: z.boolean().openapi({
      description:
        'Whether an API call with `platforms` and `content` created the post. False for `targets` with `caption`, and for posts created in the dashboard.',
      example: true,
    }),
    deletedAt: wireInstant
      .nullable()
      .openapi({ description: 'When the post was deleted; null if it was not.', example: null }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
    targets: z
      .array(targetSchema)
      .openapi({ description: 'One entry for each social account that the post is published to.' }),
    media: z.array(postMediaSchema).openapi({
      description: 'The media of the post, in order. A target with `mediaIds` of its own does not use them.',
    }),
    mediaAltText: z.record(z.string(), z.string()).openapi({
      description:
        'All alt texts for this post only, by media asset: of `media`, and of the media that single targets name in `mediaIds`. An asset without an entry has its own `altText`.',
      example: { [exampleIds.media]: 'A harbor' },
    }),
    warnings: z.array(warningSchema).optional().openapi({
      description:
        'Problems that may keep the post from being published on time, and avoidable costs. Present only if there are any, in the responses of `POST /posts`, `PATCH /posts/{id}`, schedule, reschedule and approve. A draft has them only for a choice that its account does not have, for costs, for a repeated text, and for what the platform may reject. ACCOUNT_TOKEN_EXPIRED: reconnect the account. RECONNECT_NEEDED_BEFORE: the account’s access ends at `reconnectBy`, before the post is due; reconnect it before then. PLATFORM_QUOTA_FORESEEN: the platform’s daily limit will be reached, so the post would have to wait. CHOICES_NOT_CHECKED: the platform did not respond in time when asked which choices the account has. LINK_COSTS_MORE: the platform charges more for a post with a link; `estimatedCost` of the target says how much. FIRST_COMMENT_MAY_BE_REJECTED, QUOTE_MAY_BE_REJECTED and REPLY_MAY_BE_REJECTED: X accepts them from some apps only. SAME_TEXT_RECENTLY: a post of the last 24 hours has the same text for the account; `message` names it. Only `POST /posts` warns of it. CHOICE_NOT_AVAILABLE and MEDIA_TOO_LONG: the draft cannot be scheduled as it is.',
    }),
  })
  .openapi('Post', {
    description:
      'A post: a caption, media, a time and one target for each social account that it is published to.',
  });

export const canceledPostSchema = postSchema
  .extend({
    cancelResults: z
      .array(
        z.object({
          targetId: z.string().openapi({ description: 'The target.', example: exampleIds.target }),
          result: z.enum(cancelResults).openapi({
            description:
              'CANCELED: it will not be published. IN_FLIGHT: a call to the platform was open; its result follows, and no new call starts. UNCONFIRMED: an earlier call may have published it. PARTLY_PUBLISHED: its first parts are public, and the others will not be sent; `parts` of the target says which. PUBLISHED, FAILED, SKIPPED: it had already ended.',
          }),
        }),
      )
      .openapi({
        description:
          'What the cancellation did for each target. A repeat with the same Idempotency-Key leaves out targets that were scheduled or added since.',
      }),
  })
  .openapi('CanceledPost', {
    description: 'A post, with the effect of the cancellation on each target.',
  });

export const postListSchema = pageOf('PostList', postSchema);

type PostResponse = z.output<typeof postSchema>;

const wire = (date: Date | null): string | null => date?.toISOString() ?? null;

export function toPostResponse({ checked, ...view }: ExpandedPostView): PostResponse {
  const warnings = (checked?.findings ?? []).flatMap((finding) => toWarningResponses(finding, view));
  return {
    ...view,
    scheduledAt: wire(view.scheduledAt),
    approvedAt: wire(view.approvedAt),
    deletedAt: wire(view.deletedAt),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
    targets: view.targets.map((target) => toTargetResponse(target, checked?.costs)),
    media: view.media.map(toPostMediaResponse),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Turns a finding into warnings. Finds the target by its account, which is in a post at most once. */
function toWarningResponses(
  { severity, code: finding, message, socialAccountId, rule, limit, actual, fitsAt, reconnectBy }: Finding,
  { targets }: Pick<ExpandedPostView, 'targets'>,
): NonNullable<PostResponse['warnings']> {
  const code = postWarningCodes.find((known) => known === finding.toUpperCase());
  const target = targets.find((each) => each.socialAccountId === socialAccountId);
  if (severity !== 'warning' || code === undefined || target === undefined) return [];
  return [
    {
      code,
      socialAccountId: target.socialAccountId,
      message,
      ...(rule !== undefined && { rule }),
      ...(limit !== undefined && { limit }),
      ...(actual !== undefined && { actual }),
      ...(fitsAt !== undefined && { fitsAt: wire(fitsAt) }),
      ...(reconnectBy !== undefined && { reconnectBy: reconnectBy.toISOString() }),
      targetId: target.id,
    },
  ];
}

export function toCanceledPostResponse(view: CanceledPostView): z.output<typeof canceledPostSchema> {
  return { ...toPostResponse(view), cancelResults: view.cancelResults };
}

function toPostMediaResponse({ asset, ...view }: ExpandedMediaView): PostResponse['media'][number] {
  return asset === undefined ? view : { ...view, asset: asset && toMediaResponse(asset) };
}

export function toPostListResponse(page: Page<ExpandedPostView>): z.output<typeof postListSchema> {
  return { data: page.data.map(toPostResponse), nextCursor: page.nextCursor };
}

/** The part of a post on which its ETag depends, without the additions of `expand` and the results of an action or a check. */
export const postResource: TaggedResource = {
  toBody: toPostResponse,
  own: (body) => ({
    ...without(body, ['warnings', 'cancelResults']),
    targets: eachWithout(body['targets'], ['account', 'estimatedCost', 'metrics']),
    media: eachWithout(body['media'], ['asset']),
  }),
};
