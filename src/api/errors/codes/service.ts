import { z } from '@hono/zod-openapi';
import { exampleIds } from '../../examples/ids.js';
import type { ErrorEntries } from './entry.js';

/** Codes about repeated requests, conflicts and internal errors. */
export const serviceCodes = {
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Wait for the first request to finish. Repeating the request then returns its response.',
    retry: 'after-delay',
    extras: {
      retryAfterMs: z
        .number()
        .int()
        .openapi({ description: 'How many milliseconds to wait before you try again.' }),
    },
    example: {
      message: 'A request with this Idempotency-Key is still running. Try again in a moment.',
      extras: { retryAfterMs: 1_000 },
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning:
      'The Idempotency-Key was used for a different request in the last 24 hours: with another body, or at another URL, such as that of another post.',
    remedy:
      'This request did nothing, and the first one stands: it may have succeeded. Use a new key for each new request.',
    retry: 'never',
    example: {
      message: 'The Idempotency-Key was used for a different request. Use a new key for each request.',
      extras: {},
    },
  },
  CONFLICT: {
    status: 409,
    meaning:
      'Another resource already has the same unique value. Or the request repeats one, by its Idempotency-Key, whose response had a secret that is shown once.',
    remedy:
      'Choose another value, or use the existing resource, which existingId names if it is there. The secret of a webhook endpoint is replaced with POST /workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret.',
    retry: 'never',
    extras: {
      existingId: z.string().optional().openapi({
        description:
          'The resource that exists already: the webhook endpoint with this URL, or what the first request with this Idempotency-Key created.',
        example: exampleIds.webhookEndpoint,
      }),
    },
    example: { message: 'This value is already taken.', extras: {} },
  },
  FK_VIOLATION: {
    status: 409,
    meaning:
      'Something that the request refers to was deleted in the meantime. With accountId: the social account of a target is disconnected.',
    remedy: 'Get the resources again. Reconnect the account, or remove it from the post.',
    retry: 'never',
    extras: {
      accountId: z.string().optional().openapi({ description: 'The disconnected social account.' }),
      path: z.string().optional().openapi({
        description: 'The field of the body that names that account; absent if the stored post does.',
        example: 'targets.0.socialAccountId',
      }),
    },
    example: { message: 'Something that the request refers to no longer exists.', extras: {} },
  },
  RETRY: {
    status: 503,
    meaning:
      'A temporary problem: the change conflicted with another one, or the database or a platform was busy or unreachable. Nothing was changed, except that a comment may have been hidden, shown or deleted on its platform.',
    remedy:
      'This is usually temporary. If it lasts, the operator finds the cause in the log, by the requestId.',
    retry: 'immediately',
    extras: {
      retryAfterMs: z
        .number()
        .int()
        .optional()
        .openapi({ description: 'How many milliseconds to wait before you try again.' }),
    },
    example: { message: 'The change conflicted with another one. Try again.', extras: {} },
  },
  PLATFORM_ALREADY_CONNECTED: {
    status: 409,
    meaning: 'The account is already connected to the workspace and works.',
    remedy:
      'Use the connected account. To renew its access, start a connect session with its id as socialAccountId.',
    retry: 'never',
    extras: { accountId: z.string().openapi({ description: 'The connected social account.' }) },
    example: {
      message: 'acme.bsky.social is already connected to the workspace.',
      extras: { accountId: 'acc_tz4a98xxat96iws9zmbrgj3a' },
    },
  },
  PLATFORM_NOT_CONFIGURED: {
    status: 503,
    meaning:
      'Accounts of this platform cannot be connected because the operator has not configured an app for it. The message names the missing variables.',
    remedy:
      'Ask the operator of this installation to register an app with the platform and to set these variables.',
    retry: 'after-remedy',
    example: {
      message: 'X accounts cannot be connected until the operator sets X_CLIENT_ID.',
      extras: {},
    },
  },
  CREDENTIALS_REFUSED: {
    status: 422,
    meaning:
      'The platform did not accept the credentials. The message quotes the platform. The connect session fails when no tries are left.',
    remedy: 'Correct the values and send them again.',
    retry: 'never',
    extras: { triesLeft: z.number().int().openapi({ description: 'How many tries are left.' }) },
    example: {
      message: 'The server does not accept this identifier and app password.',
      extras: { triesLeft: 4 },
    },
  },
  PLATFORM_AUTH_FAILED: {
    status: 503,
    meaning: 'The platform no longer accepts the access that was granted to the account.',
    remedy:
      'Reconnect the account. Targets that failed for this reason in the last seven days are then published automatically; delete posts that should not be published.',
    retry: 'after-remedy',
    extras: { accountId: z.string().optional().openapi({ description: 'The social account to reconnect.' }) },
    example: {
      message: 'Reconnect the account before you publish to it.',
      extras: { accountId: 'acc_tz4a98xxat96iws9zmbrgj3a' },
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning:
      'An unexpected error in Punctual. It is logged with the requestId. Also if the connection to the database broke when a change was being stored and it is not known whether it was: the message says so.',
    remedy:
      'It may be temporary. Repeat a POST only with the same Idempotency-Key or clientReferenceId; if you sent neither, first look whether the change was made. If the error remains, report the requestId to the operator of this installation.',
    retry: 'backoff',
    example: { message: 'Something went wrong on our side.', extras: {} },
  },
} satisfies Partial<ErrorEntries>;
