import { z } from '@hono/zod-openapi';
import { returnUrlCharsMax } from '../../../domain/limits.js';
import { createBillingSession } from '../../../services/workspaces/create-billing-session.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { text } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from './params.js';

const body = z
  .strictObject({
    returnUrl: text(returnUrlCharsMax).openapi({
      description:
        'Where the page’s link back leads. It must be a URL of this installation or of an origin that its operator allows.',
      example: 'http://localhost:3000/w',
    }),
  })
  .openapi('CreateBillingSession', { description: 'The visit to the payment page.' });

const billingSessionSchema = z
  .object({
    url: z.string().openapi({
      description:
        'The payment provider’s page. Open it within a few minutes, in the browser of the person who asked for it: anybody who has the URL can open it.',
      example: 'https://billing.stripe.com/p/session/test_YWNjdF8xTTJKVGtMa2RJd0h1N2l4',
    }),
  })
  .openapi('BillingSession', { description: 'A visit to the payment page.' });

export const createBillingSessionOperation = defineOperation(
  {
    id: 'createBillingSession',
    call: 'POST /workspaces/{id}/billing-sessions',
    tag: 'Workspaces',
    summary: 'Open the payment page',
    description:
      'Returns the URL of the payment provider’s page, where a person adds or replaces a card, reads invoices, and changes the billing details on them. Add-ons are not canceled there: they end when the workspaces that they pay for are deleted.\n\nOnly the owner who pays for the workspace can do this: the one who has been its owner longest. Others get INSUFFICIENT_ROLE. An installation that sells nothing returns NOT_FOUND, and RETRY says that the payment provider did not respond. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(billingSessionSchema, 'The page to open.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const { returnUrl } = c.req.valid('json');
    return c.json(
      await createBillingSession(c.var.ctx, { workspaceId: c.req.valid('param').id, returnUrl }),
      201,
    );
  },
);
