import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** Repeats, collisions and faults. */
export const serviceCodes = {
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still being worked on.',
    remedy: 'Repeat it after Retry-After: it then answers what the first one did.',
    retry: 'after-delay',
    extras: { retryAfterMs: z.number().int() },
    example: {
      message: 'A request with this Idempotency-Key is under way. Try again in a moment.',
      extras: { retryAfterMs: 1_000 },
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The Idempotency-Key was used in the last 24 hours with another body.',
    remedy: 'Use a new key for a new request.',
    retry: 'never',
    example: {
      message: 'The Idempotency-Key was used for another request. Take a new one for each request.',
      extras: {},
    },
  },
  CONFLICT: {
    status: 409,
    meaning: 'Something with the same unique value exists already.',
    remedy: 'Choose another value, or use what exists.',
    retry: 'never',
    example: { message: 'The same unique key already exists.', extras: {} },
  },
  FK_VIOLATION: {
    status: 409,
    meaning:
      'Something that the request refers to was removed meanwhile. With accountId: the social account of a target is disconnected.',
    remedy: 'Read the referenced resources again. Connect the account again, or take it out of the post.',
    retry: 'never',
    extras: { accountId: z.string().optional() },
    example: { message: 'A referenced row no longer exists.', extras: {} },
  },
  RETRY: {
    status: 503,
    meaning:
      'The change collided with another one at the same moment, something that it needs, such as the platform that is asked for an account’s choices, was too busy or away, or the database was not reachable. Nothing was written, unless the connection broke at the very last moment.',
    remedy:
      'Send the same request again. With an Idempotency-Key or a clientReferenceId the repeat is safe. With retryAfterMs, wait so long first.',
    retry: 'immediately',
    extras: { retryAfterMs: z.number().int().optional() },
    example: { message: 'The change collided with another one. Try again.', extras: {} },
  },
  PLATFORM_ALREADY_CONNECTED: {
    status: 409,
    meaning: 'The account is connected to the workspace already, and works; accountId is its id there.',
    remedy: 'Use it. To give it a new grant, begin a connect session with its id as socialAccountId.',
    retry: 'never',
    extras: { accountId: z.string() },
    example: {
      message: 'acme.bsky.social is connected to the workspace already.',
      extras: { accountId: 'acc_tz4a98xxat96iws9zmbrgj3a' },
    },
  },
  PLATFORM_NOT_CONFIGURED: {
    status: 503,
    meaning:
      'Accounts of the platform cannot be connected here, because this installation has no app there; the message names the variables that are missing.',
    remedy: 'Whoever runs the installation registers an app at the platform and sets its variables.',
    retry: 'after-remedy',
    example: {
      message: 'X accounts cannot be connected before the operator has set X_CLIENT_ID and X_CLIENT_SECRET.',
      extras: {},
    },
  },
  CREDENTIALS_REFUSED: {
    status: 422,
    meaning:
      'The platform does not accept the credentials; the message has its words. After triesLeft more tries the connect session fails.',
    remedy: 'Correct what was typed, and send it again.',
    retry: 'never',
    extras: { triesLeft: z.number().int() },
    example: {
      message: 'The server does not accept this identifier and app password.',
      extras: { triesLeft: 4 },
    },
  },
  PLATFORM_AUTH_FAILED: {
    status: 503,
    meaning: 'The platform no longer accepts the account’s authorisation.',
    remedy:
      'Connect the account again. Targets that failed for this reason in the last seven days are then published automatically; delete a post that should not be.',
    retry: 'after-remedy',
    extras: { accountId: z.string().optional() },
    example: {
      message: 'The account must be reconnected before it can publish.',
      extras: { accountId: 'acc_tz4a98xxat96iws9zmbrgj3a' },
    },
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'A fault of the service. It is logged under the requestId.',
    remedy: 'Repeat the request; if it stays, report the requestId.',
    retry: 'backoff',
    example: { message: 'Something went wrong on our side.', extras: {} },
  },
} satisfies Partial<ErrorEntries>;
