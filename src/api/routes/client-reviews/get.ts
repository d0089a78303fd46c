import { getClientReview } from '../../../services/client-reviews/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { clientReviewSchema } from './schema.js';

export const getClientReviewOperation = defineOperation(
  {
    id: 'getClientReview',
    call: 'GET /client/review',
    tag: 'Client reviews',
    summary: 'Say what a client link opens',
    description:
      'Returns the name of the workspace whose posts the client reviews, and when the link expires.',
    credential: 'client link',
    out: { 200: jsonResponse(clientReviewSchema, 'What the link opens.') },
    errors: [],
  },
  async (c) => {
    const review = await getClientReview(c.var.ctx);
    return c.json({ ...review, expiresAt: review.expiresAt.toISOString() }, 200);
  },
);
