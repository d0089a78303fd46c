import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { webhookTestEventType, type SentEventType } from '../../domain/webhooks.js';
import { exampleIds } from '../openapi/examples.js';
import { wireInstant } from '../openapi/fields.js';
import { commentSchema } from '../routes/comments/schema.js';
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
            'A ULID; also in the header webhook-id. An event may come more than once: deduplicate on it.',
          example: '01JQ4W8Z6M3T5V7X9A1C2E4G6H',
        }),
      type: z.literal(type),
      createdAt: wireInstant,
      workspaceId: z.string().openapi({ example: exampleIds.workspace }),
      data,
    })
    .openapi(component);
}

const postData = z.object({ post: postSchema.openapi({ description: 'The post as the run left it.' }) });

const accountData = z.object({
  socialAccount: socialAccountSchema,
});

const commentData = z.object({ comment: commentSchema });

/** What is sent of each type that is sent now. */
export const webhookSchemas = {
  'post.published': eventSchema('PostPublishedEvent', 'post.published', postData),
  'post.failed': eventSchema('PostFailedEvent', 'post.failed', postData),
  'account.token_expired': eventSchema('AccountTokenExpiredEvent', 'account.token_expired', accountData),
  'comment.received': eventSchema('CommentReceivedEvent', 'comment.received', commentData),
  [webhookTestEventType]: eventSchema(
    'WebhookTestEvent',
    webhookTestEventType,
    z.object({ message: z.string() }),
  ),
} as const;

const summaries: Record<keyof typeof webhookSchemas, string> = {
  'post.published': 'Every target of a post is public',
  'post.failed': 'A publish run has ended and at least one target has failed',
  'account.token_expired': 'The grant of an account is no longer valid and cannot be refreshed',
  'comment.received': 'Somebody has written a comment under a post of an account',
  'webhook.test': 'Sent on demand, to try an endpoint',
};

const headers = z.object({
  'webhook-id': z.string().openapi({ description: 'The id of the event.' }),
  'webhook-timestamp': z
    .string()
    .openapi({ description: 'Unix seconds of this attempt.', example: '1893488400' }),
  'webhook-signature': z.string().openapi({
    description:
      'Standard Webhooks: `v1,` and base64, one for each secret that is valid, separated by blanks.',
  }),
  'x-service-signature': z.string().openapi({
    description: 'Hex HMAC-SHA256 of the raw body; the key is the signing secret as it is shown.',
  }),
});

/** Describes what we send, beside what we answer. */
export function registerWebhooks(app: OpenAPIHono<ApiEnv>): void {
  for (const type of Object.keys(webhookSchemas) as (keyof typeof webhookSchemas)[]) {
    app.openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      operationId: `receive_${type.replace('.', '_')}`,
      tags: ['Webhooks'],
      // Our call to the receiver: the signature is what it trusts.
      security: [],
      summary: summaries[type],
      request: {
        headers,
        body: { required: true, content: { 'application/json': { schema: webhookSchemas[type] } } },
      },
      responses: {
        '2XX': { description: 'Received. Anything else, or nothing within 10 seconds, is tried again.' },
        410: { description: 'The endpoint is gone: it is disabled at once.' },
      },
    });
  }
}
