import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { targetStatuses } from '../../../domain/post-status.js';
import { targetRetryRules } from '../../../domain/target-errors.js';
import { firstCommentStatuses, type ContentCheck } from '../../../services/post-records/types.js';
import type { ExpandedTargetView } from '../../../services/posts/types.js';
import { exampleIds } from '../../examples/ids.js';
import { wireInstant } from '../../openapi/fields.js';
import { metricsSchema, toMetricsResponse } from '../metrics/schema.js';
import { editsShownMax } from '../../../services/post-records/changes.js';
import { editSchema, removalSchema, toEditResponse, toRemovalResponse } from './change-schema.js';
import { estimatedCostSchema } from './cost-schema.js';
import { socialAccountSchema, toSocialAccountResponse } from '../social-accounts/schema.js';
import { errorCodeField, platformOptionsField } from './target-fields.js';

export const postPartSchema = z
  .object({
    text: z.string().openapi({ description: 'The text of this part.', example: 'And this is why.' }),
    mediaIds: z.array(z.string()).openapi({ description: 'The media of this part, in order.', example: [] }),
  })
  .openapi('PostPart', { description: 'A further part of a post.' });

const retryableField = z.enum(targetRetryRules).nullable();

const targetPartSchema = z
  .object({
    order: z
      .number()
      .int()
      .openapi({ description: 'The position in the post. The target itself is part 1.', example: 2 }),
    ...postPartSchema.shape,
    status: z.enum(targetStatuses).openapi({
      description:
        'The status of this part. SKIPPED: it was not sent, because one before it is not known to be public; a retry sends it.',
      example: 'SCHEDULED',
    }),
    publishedAt: wireInstant
      .nullable()
      .openapi({ description: 'When the part was published; null before that.', example: null }),
    removedAt: wireInstant.nullable().openapi({
      description: 'When the part was removed from its platform; null while it is public, and before that.',
      example: null,
    }),
    externalPostId: z
      .string()
      .nullable()
      .openapi({ description: 'The platform’s own id of the part; null before that.', example: null }),
    externalUrl: z.string().nullable().openapi({
      description: 'The public URL of the part, if the platform provides one.',
      example: null,
    }),
    errorCode: errorCodeField('Why its last attempt failed; null if none has failed.'),
    errorMessage: z
      .string()
      .nullable()
      .openapi({ description: 'A readable explanation of `errorCode`. Do not parse it.' }),
    errorRetryable: retryableField.openapi({
      description: 'Whether retrying the target can help; the values mean the same as for the target.',
    }),
  })
  .openapi('TargetPart', {
    description: 'A further part of a post on one social account, with its own result.',
  });

export const targetSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the target.', example: exampleIds.target }),
    postId: z
      .string()
      .openapi({ description: 'The post that this target belongs to.', example: exampleIds.post }),
    socialAccountId: z.string().openapi({
      description: 'The social account to publish to, as listed by `GET /social-accounts`.',
      example: exampleIds.socialAccount,
    }),
    account: socialAccountSchema.nullable().optional().openapi({
      description:
        'The social account. Only with `expand=targets.account`, which needs the scope `accounts:read`; null if the account has been disconnected since.',
    }),
    platform: z
      .enum(platformNames)
      .openapi({ description: 'The platform of the account.', example: 'BLUESKY' }),
    status: z.enum(targetStatuses).openapi({
      description:
        'The status of this target with all its parts. It does not depend on other targets: one can fail while others publish.',
      example: 'SCHEDULED',
    }),
    captionOverride: z.string().nullable().openapi({
      description:
        'Text that replaces the post’s caption on this target; null if the target uses the post’s caption.',
      example: 'Hello, Bluesky',
    }),
    partsOverride: z.array(postPartSchema).nullable().openapi({
      description:
        'The further parts of this target in place of the post’s; null if the target has those of the post.',
      example: null,
    }),
    parts: z.array(targetPartSchema).openapi({
      description:
        'The further parts of this target, in order, with what became of each; empty if it has one part only. The first part is the target itself.',
      example: [],
    }),
    firstComment: z.string().nullable().openapi({
      description:
        'A comment to publish below the post as soon as the post is public; null if there is none.',
      example: 'More on our website.',
    }),
    firstCommentStatus: z.enum(firstCommentStatuses).nullable().openapi({
      description:
        'WAITING: the post is not published yet, or was published a moment ago. SENDING: a retry is running. PUBLISHED, FAILED: the result of the last attempt. Null if there is no first comment.',
      example: 'WAITING',
    }),
    firstCommentError: z.string().nullable().openapi({
      description:
        'Why the first comment failed: a code from `FirstCommentErrorCode`, a colon and a message. Null if it did not fail. While `firstCommentStatus` is SENDING, this is the error of the previous attempt.',
    }),
    firstCommentErrorCode: errorCodeField(
      'The code of `firstCommentError`; null if it did not fail.',
      'FirstCommentErrorCode',
    ),
    firstCommentErrorRetryable: retryableField.openapi({
      description:
        'Whether retrying the first comment can help; the values mean the same as for `errorRetryable`. Always `no` for a PUBLISHED target without `externalPostId`, because Punctual cannot comment on a post whose id it does not know.',
    }),
    firstCommentAttempt: z.number().int().openapi({
      description: 'How many times the first comment has been tried, automatically or on request.',
      example: 0,
    }),
    platformOptions: platformOptionsField,
    mediaIds: z.array(z.string()).openapi({
      example: [],
      description: 'Media for this target only, in order. Empty if the target uses the post’s media.',
    }),
    scheduledFor: wireInstant
      .nullable()
      .openapi({ description: 'When the target is due to be published; null on drafts.' }),
    cancelRequestedAt: wireInstant.nullable().openapi({
      description:
        'When a cancellation was accepted while a call to the platform was still open. No new call starts; the target ends as PUBLISHED, CANCELED, or FAILED with PUBLISH_UNCONFIRMED. Null otherwise.',
    }),
    publishedAt: wireInstant
      .nullable()
      .openapi({ description: 'When the target was published; null before that.', example: null }),
    publishedCaption: z.string().nullable().openapi({
      example: null,
      description: 'The text that was actually published, or to which it was edited since; null before that.',
    }),
    externalPostId: z.string().nullable().openapi({
      description: 'The platform’s own id of the published post; null before that.',
      example: null,
    }),
    externalUrl: z.string().nullable().openapi({
      description: 'The public URL of the published post, if the platform provides one.',
      example: null,
    }),
    errorCode: errorCodeField(
      'Why the last attempt failed; it stays while the target waits for another attempt, and after a cancellation. Null if none has failed, and once the target is published.',
    ),
    errorMessage: z.string().nullable().openapi({
      description: 'A readable explanation of `errorCode`. The wording can change; do not parse it.',
    }),
    errorRetryable: retryableField.openapi({
      description:
        'Whether `POST /posts/{id}/retry` can help. yes: retry as it is. after: first do what the error code’s page says. no: the platform would refuse the same post again. null: there is no error, or this version does not know its code.',
    }),
    attemptCount: z.number().int().openapi({
      description:
        'How many times publishing this target has been tried. It counts each call that could have made the target public, and each run that ended without such a call because the account was TOKEN_EXPIRED.',
      example: 0,
    }),
    lastAttemptAt: wireInstant.nullable().openapi({
      description: 'When publishing was last tried, successfully or not; null before the first attempt.',
      example: null,
    }),
    estimatedCost: estimatedCostSchema.nullable().optional().openapi({
      description:
        'What publishing this target will cost; null if the platform charges nothing, or if the target is not published (again). Only in responses to requests that check the content: `POST /posts`, and `PATCH /posts/{id}`, schedule, reschedule and approve. `POST /posts/validate` returns it at any time.',
    }),
    metrics: metricsSchema.optional().openapi({
      description:
        'The metrics of the target; only with `expand=targets.metrics`, which needs the scope `metrics:read`.',
    }),
    removal: removalSchema.nullable().openapi({
      description:
        'The latest removal of the public target from its platform; null if none was asked for. The `status` of a removed target stays PUBLISHED.',
    }),
    edits: z.array(editSchema).openapi({
      description: `The latest ${editsShownMax} edits of the public text, the earliest of them first. \`publishedCaption\` is the text that is public now.`,
    }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('Target', {
    description: 'One social account that a post is published to, with its own status, text and result.',
  });

const wireOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

/** `costs` are the estimates by social account; undefined if the request did not check the content. */
export function toTargetResponse(
  { account, metrics, ...view }: ExpandedTargetView,
  costs: ContentCheck['costs'] | undefined,
): z.output<typeof targetSchema> {
  return {
    ...view,
    parts: view.parts.map((part) => ({
      ...part,
      publishedAt: wireOrNull(part.publishedAt),
      removedAt: wireOrNull(part.removedAt),
    })),
    ...(costs !== undefined && { estimatedCost: costs.get(view.socialAccountId) ?? null }),
    ...(account === undefined ? {} : { account: account && toSocialAccountResponse(account) }),
    ...(metrics !== undefined && { metrics: toMetricsResponse(metrics) }),
    scheduledFor: wireOrNull(view.scheduledFor),
    cancelRequestedAt: wireOrNull(view.cancelRequestedAt),
    publishedAt: wireOrNull(view.publishedAt),
    lastAttemptAt: wireOrNull(view.lastAttemptAt),
    removal: view.removal && toRemovalResponse(view.removal),
    edits: view.edits.map(toEditResponse),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}
