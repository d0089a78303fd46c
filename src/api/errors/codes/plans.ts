import { z } from '@hono/zod-openapi';
import { howToAddCard } from '../../../domain/payment-page.js';
import type { ErrorEntries } from './entry.js';

const where =
  'on the payment page (`POST /workspaces/{id}/billing-sessions` with a `returnUrl`, or “Payment and invoices” in the dashboard)';

/** Codes about plans and payments. */
export const planCodes = {
  PLAN_LIMIT_POSTS: {
    status: 403,
    meaning: 'The workspace has used all posts of its plan for this month.',
    remedy: 'Wait until next month, or change the plan.',
    retry: 'never',
    extras: {
      limit: z.number().int().openapi({ description: 'How many posts the plan includes each month.' }),
      current: z.number().int().openapi({ description: 'How many posts were used this month.' }),
    },
    example: {
      message: 'The workspace has used all posts that its plan includes this month.',
      extras: { limit: 300, current: 300 },
    },
  },
  PLAN_LIMIT_API_POSTS: {
    status: 403,
    meaning: 'The workspace has used all posts that its plan allows through the API this month.',
    remedy: 'Create posts in the dashboard, wait until next month, or change the plan.',
    retry: 'never',
    extras: {
      limit: z
        .number()
        .int()
        .openapi({ description: 'How many posts the plan allows through the API each month.' }),
      current: z.number().int().openapi({ description: 'How many of them were used this month.' }),
    },
    example: {
      message: 'The workspace has used all API posts that its plan includes this month.',
      extras: { limit: 100, current: 100 },
    },
  },
  PLAN_LIMIT_WORKSPACES: {
    status: 403,
    meaning:
      'The plan does not include another workspace, or you have created or own as many as the installation allows.',
    remedy:
      'Delete a workspace that you own and no longer need. A workspace that you created and handed over counts until it is deleted. More are allowed by a larger plan; the operator can raise the maximum of the installation (WORKSPACES_PER_USER_MAX).',
    retry: 'never',
    extras: {
      limit: z.number().int().openapi({ description: 'How many workspaces you may have.' }),
      current: z.number().int().openapi({ description: 'How many workspaces you have.' }),
    },
    example: {
      message: 'The plan does not include another workspace.',
      extras: { limit: 5, current: 5 },
    },
  },
  WORKSPACE_REQUIRES_PAID_ADD_ON: {
    status: 402,
    meaning: 'Another workspace needs a monthly add-on, and the request did not agree to buy it.',
    remedy: `To buy it, send acceptPaidAddOn. This needs a card on file, which the payer adds ${where}.`,
    retry: 'never',
    example: {
      message:
        'Another workspace needs the monthly add-on. Send acceptPaidAddOn to buy it, with a payment card on file (POST /workspaces/{id}/billing-sessions).',
      extras: {},
    },
  },
  WORKSPACE_BILLING_FAILED: {
    status: 402,
    meaning: 'The payment processor refused the charge for the add-on.',
    remedy: `Correct or replace the card ${where}.`,
    retry: 'after-remedy',
    extras: { stripeMessage: z.string().openapi({ description: 'What the payment processor said.' }) },
    example: {
      message:
        'The charge for the add-on was declined. Correct the card under “Payment and invoices” (POST /workspaces/{id}/billing-sessions).',
      extras: { stripeMessage: 'Your card was declined.' },
    },
  },
  X_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'On this plan, connecting an X account needs a card on file.',
    remedy: `The owner who pays for the workspace adds a card ${where}.`,
    retry: 'after-remedy',
    example: {
      message: `To connect an X account, a payment card must be on file. ${howToAddCard}`,
      extras: {},
    },
  },
  DEVELOPER_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'The free connections of the developer plan are used up, and no card is on file.',
    remedy: `The owner who pays for the workspace adds a card ${where}.`,
    retry: 'after-remedy',
    example: {
      message: `To connect more accounts on this plan, a payment card must be on file. ${howToAddCard}`,
      extras: {},
    },
  },
} satisfies Partial<ErrorEntries>;
