import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** Plans and payments. */
export const planCodes = {
  PLAN_LIMIT_POSTS: {
    status: 403,
    meaning: 'The plan’s posts of this month are used up; limit and current say so.',
    remedy: 'Wait for the next month, or change the plan.',
    retry: 'never',
    extras: { limit: z.number().int(), current: z.number().int() },
    example: {
      message: 'The plan of the workspace has no more posts this month.',
      extras: { limit: 300, current: 300 },
    },
  },
  PLAN_LIMIT_API_POSTS: {
    status: 403,
    meaning: 'The plan’s posts by API key of this month are used up.',
    remedy: 'Create posts at the dashboard, wait for the next month, or change the plan.',
    retry: 'never',
    extras: { limit: z.number().int(), current: z.number().int() },
    example: {
      message: 'The plan of the workspace has no more posts through the API this month.',
      extras: { limit: 100, current: 100 },
    },
  },
  PLAN_LIMIT_WORKSPACES: {
    status: 403,
    meaning: 'The plan does not include another workspace.',
    remedy: 'Remove a workspace, or change the plan.',
    retry: 'never',
    extras: { limit: z.number().int(), current: z.number().int() },
    example: {
      message: 'The plan allows no further workspace.',
      extras: { limit: 5, current: 5 },
    },
  },
  WORKSPACE_REQUIRES_PAID_ADD_ON: {
    status: 402,
    meaning: 'A further workspace costs a monthly add-on, and no card is on file for it.',
    remedy: 'Add a payment method, then try again.',
    retry: 'never',
    example: {
      message: 'A further workspace needs the monthly add-on. Send acceptPaidAddOn to buy it.',
      extras: {},
    },
  },
  WORKSPACE_BILLING_FAILED: {
    status: 402,
    meaning: 'The payment processor refused the charge; stripeMessage holds its words.',
    remedy: 'Fix the payment method, then try again.',
    retry: 'never',
    extras: { stripeMessage: z.string() },
    example: {
      message: 'The charge for the add-on was refused.',
      extras: { stripeMessage: 'Your card was declined.' },
    },
  },
  X_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'Connecting an X account needs a card on file on this plan.',
    remedy: 'Add a payment method, then connect again.',
    retry: 'never',
    example: {
      message: 'Connecting an X account needs a card on file.',
      extras: {},
    },
  },
  DEVELOPER_PAYMENT_METHOD_REQUIRED: {
    status: 402,
    meaning: 'The developer plan’s free connections are used up, and no card is on file.',
    remedy: 'Add a payment method, then connect again.',
    retry: 'never',
    example: {
      message: 'Connecting more accounts on this plan needs a card on file.',
      extras: {},
    },
  },
} satisfies Partial<ErrorEntries>;
