import { z } from '@hono/zod-openapi';
import { clientLinkDaysMax, clientLinkNameCharsMax } from '../../../domain/client-links.js';
import { createClientLink } from '../../../services/client-links/create.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { visibleText } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { createdClientLinkSchema, toClientLinkResponse } from './schema.js';

const body = z
  .strictObject({
    name: visibleText(clientLinkNameCharsMax).openapi({
      description: 'Who the link is for. Decisions that are made with it are recorded under this name.',
      example: 'Acme, Ms. Bauer',
    }),
    days: z
      .number()
      .int()
      .min(1)
      .max(clientLinkDaysMax)
      .optional()
      .openapi({ description: 'For how many days the link works.', default: clientLinkDaysMax, example: 14 }),
  })
  .openapi('CreateClientLink', { description: 'The client link to create.' });

export const createClientLinkOperation = defineOperation(
  {
    id: 'createClientLink',
    call: 'POST /workspaces/{id}/client-links',
    tag: 'Client links',
    summary: 'Create a client link',
    description:
      'Creates a link with which a client without an account sees the posts of this workspace that wait for approval, approves and rejects them, and comments on them. Anybody who has the link can use it. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(createdClientLinkSchema, 'The link, with its token.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { name, days = clientLinkDaysMax } = c.req.valid('json');
    const { clientLink, token } = await createClientLink(c.var.ctx, { workspaceId, name, days });
    // The token is after the #, so that no server logs it.
    const url = `${c.var.ownOrigin}/client#${token}`;
    return c.json({ ...toClientLinkResponse(clientLink), token, url }, 201);
  },
);
