import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** Plans and payments. */
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
    meaning: 'The plan does not include another workspace, or you own as many as the installation allows.',
    remedy: 'Delete a workspace, or change the plan.',
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
    remedy: 'To buy it, send acceptPaidAddOn. This needs a payment method on file.',
    retry: 'never',
    example: {
      message: 'Another workspace needs the monthly add-on. Send acceptPaidAddOn to buy it.',
      extras: {},
    },
  },
  WORKSPACE_BILLING_FAILED: {
    status: 402,
    meaning: 'The payment processor refused the charge for the add-on.',
    remedy: 'Fix the payment method.',
    retry: 'after-remedy',
    extras: { stripeMessage: z.string().openapi({ description: 'What the payment processor said.' }) },
    example: {
      message: 'The charge for the add-on was declined.',
      extras: { stripeMessage: 'Your card was declined.' },
    },
  },
  X_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'On this plan, connecting an X account needs a card on file.',
    remedy: 'Add a payment method.',
    retry: 'after-remedy',
    example: {
      message: 'To connect an X account, add a payment card.',
      extras: {},
    },
  },
  DEVELOPER_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'The free connections of the developer plan are used up, and no card is on file.',
    remedy: 'Add a payment method.',
    retry: 'after-remedy',
    example: {
      message: 'To connect more accounts on this plan, add a payment card.',
      extras: {},
    },
  },
} satisfies Partial<ErrorEntries>;
