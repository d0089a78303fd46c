import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { platformNames } from '../../domain/platform-names.js';
import { targetStatuses } from '../../domain/post-status.js';
import { webhookTestEventType, type SentEventType } from '../../domain/webhooks.js';
import { exampleIds } from '../examples/ids.js';
import { wireInstant } from '../openapi/fields.js';
import { errorCodeField } from '../routes/posts/target-fields.js';
import { commentSchema } from '../routes/comments/schema.js';
import { targetMetricsSchema } from '../routes/metrics/schema.js';
import { postSchema } from '../routes/posts/schema.js';
import { socialAccountSchema } from '../routes/social-accounts/schema.js';
import type { ApiEnv } from '../types.js';

function eventSchema<T extends SentEventType, D extends z.ZodType>(component: string, type: T, data: D) {
  return z
    .object({
      id: z
        .string()
        .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
        .openapi({
          description:
            'A ULID, also in the header `webhook-id`. An event may be delivered more than once: use the id to recognize repeats.',
          example: '01JQ4W8Z6M3T5V7X9A1C2E4G6H',
        }),
      type: z.literal(type).openapi({ description: 'What happened.' }),
      createdAt: wireInstant.openapi({ description: 'When it happened.' }),
      workspaceId: z
        .string()
        .openapi({ description: 'The workspace in which it happened.', example: exampleIds.workspace }),
      data: data.openapi({ description: 'The resource that the event is about.' }),
    })
    .openapi(component, { description: `The event \`${type}\`.` });
}

const postData = z.object({ post: postSchema });

const targetOutcomeSchema = z
  .object({
    id: z.string().openapi({ description: 'The target’s id.', example: exampleIds.target }),
    platform: z
      .enum(platformNames)
      .openapi({ description: 'The platform of the target.', example: 'BLUESKY' }),
    account: z
      .object({
        id: z.string().openapi({ description: 'The account’s id.', example: exampleIds.socialAccount }),
        handle: z
          .string()
          .openapi({ description: 'The account’s handle on the platform.', example: 'ada.bsky.social' }),
        displayName: z
          .string()
          .nullable()
          .openapi({ description: 'The account’s display name, if it has one.', example: 'Ada' }),
      })
      .openapi({ description: 'The social account.' }),
    status: z.enum(targetStatuses).openapi({ description: 'How the target ended.', example: 'FAILED' }),
    errorCode: errorCodeField('Why it failed; null if it did not.').openapi({ example: 'PLATFORM_REJECTED' }),
    message: z.string().nullable().openapi({
      description: 'A readable explanation. The wording can change; do not parse it.',
      example: 'The platform refused the post.',
    }),
  })
  .openapi('WebhookTargetOutcome', { description: 'How one target of a failed post ended.' });

const failedPostData = z.object({
  post: postSchema,
  targets: z
    .array(targetOutcomeSchema)
    .openapi({ description: 'Every target of the post, so that you see which failed and which are public.' }),
});

const targetData = z.object({
  targetId: z.string().openapi({ description: 'The target.', example: exampleIds.target }),
  post: postSchema,
});

const accountData = z.object({
  socialAccount: socialAccountSchema,
});

const commentData = z.object({ comment: commentSchema });

const metricsData = z.object({ target: targetMetricsSchema });

const testData = z.object({
  message: z
    .string()
    .openapi({ description: 'A fixed text.', example: 'This is a test event. Nothing has happened.' }),
});

/** The payload of each type, the default types first. */
export const webhookSchemas = {
  'post.published': eventSchema('PostPublishedEvent', 'post.published', postData),
  'post.failed': eventSchema('PostFailedEvent', 'post.failed', failedPostData),
  'account.token_expired': eventSchema('AccountTokenExpiredEvent', 'account.token_expired', accountData),
  'comment.received': eventSchema('CommentReceivedEvent', 'comment.received', commentData),
  'post.scheduled': eventSchema('PostScheduledEvent', 'post.scheduled', postData),
  'post.canceled': eventSchema('PostCanceledEvent', 'post.canceled', postData),
  'post.needs_approval': eventSchema('PostNeedsApprovalEvent', 'post.needs_approval', postData),
  'post.metrics_updated': eventSchema('PostMetricsUpdatedEvent', 'post.metrics_updated', metricsData),
  'post.target_removed': eventSchema('PostTargetRemovedEvent', 'post.target_removed', targetData),
  'post.target_edited': eventSchema('PostTargetEditedEvent', 'post.target_edited', targetData),
  [webhookTestEventType]: eventSchema('WebhookTestEvent', webhookTestEventType, testData),
} as const satisfies Record<SentEventType, z.ZodType>;

const anyEventSchema = z.union(Object.values(webhookSchemas)).openapi({
  description: 'An event of any type; `type` tells them apart. More types may be added.',
});

const onlyNamed = 'Sent only to endpoints that subscribe to this type.';

const descriptions: Record<SentEventType, { summary: string; description: string }> = {
  'post.published': {
    summary: 'A post was published',
    description: 'Every target of the post that was not canceled is public.',
  },
  'post.failed': {
    summary: 'At least one target of a post failed',
    description:
      'Publishing a post has ended, and at least one of its targets failed. Others may be public; `targets` says which. It can be sent again for the same post, for example when a failed target turns out to be public.',
  },
  'account.token_expired': {
    summary: 'An account must be reconnected',
    description:
      'The account’s access has ended and cannot be renewed. Posts fail until somebody reconnects it.',
  },
  'comment.received': {
    summary: 'Somebody commented below a post',
    description: 'Somebody wrote a comment below a post of one of the accounts.',
  },
  'post.scheduled': {
    summary: 'A post was scheduled, got another time, or is retried',
    description: onlyNamed,
  },
  'post.canceled': { summary: 'A post was canceled', description: onlyNamed },
  'post.needs_approval': { summary: 'A post waits for an approval', description: onlyNamed },
  'post.metrics_updated': {
    summary: 'The metrics of a post on one account have changed',
    description: `${onlyNamed} At most once a day for each target.`,
  },
  'post.target_removed': {
    summary: 'A public target was removed from its platform',
    description: `${onlyNamed} Sent once the platform has removed it.`,
  },
  'post.target_edited': {
    summary: 'The text of a public target was edited',
    description: `${onlyNamed} Sent once the platform has accepted the text.`,
  },
  'webhook.test': {
    summary: 'A test event, sent on request',
    description: 'Sent to the endpoint for which it was requested, whichever types it subscribes to.',
  },
};

const headers = z.object({
  'webhook-id': z.string().openapi({
    description: 'The id of the event.',
    example: '01JQ4W8Z6M3T5V7X9A1C2E4G6H',
  }),
  'webhook-timestamp': z
    .string()
    .openapi({ description: 'When this attempt was sent, in Unix seconds.', example: '1893488400' }),
  'webhook-signature': z.string().openapi({
    description:
      'The Standard Webhooks signature: `v1,` and base64. During a rotation there are two, separated by a space.',
    example: 'v1,9LMRit+79JB4KXP7B4asVJwE7q82d0Q7839K5kgaXks=',
  }),
  'x-service-signature': z.string().openapi({
    description:
      'HMAC-SHA256 of the raw body, in hex. The key is the signing secret exactly as it was shown, `whsec_` included.',
    example: 'f671dc3334477c31e50dc230fd470fc9a15001139d144a7a295e5a78d7934d08',
  }),
});

/** Adds the webhook requests that Punctual sends to the API's description. */
export function registerWebhooks(app: OpenAPIHono<ApiEnv>): void {
  app.openAPIRegistry.register('WebhookEvent', anyEventSchema);
  for (const type of Object.keys(webhookSchemas) as SentEventType[]) {
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `receive_${type.replace('.', '_')}`,
      tags: ['Webhooks'],
      // Requests to the receiver have a signature but no credential.
      security: [],
      ...descriptions[type],
      request: {
        headers,
        body: { required: true, content: { 'application/json': { schema: webhookSchemas[type] } } },
      },
      responses: {
        '2XX': {
          description: 'Received. After any other response, or none within 10 seconds, Punctual tries again.',
        },
        410: { description: 'The endpoint is gone. Punctual disables it immediately.' },
      },
    });
  }
}
