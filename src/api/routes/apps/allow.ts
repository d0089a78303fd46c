import { z } from '@hono/zod-openapi';
import { appDaysMax, appWorkspacesMax } from '../../../domain/apps.js';
import { scopes } from '../../../domain/scopes.js';
import { allowApp } from '../../../services/apps/allow.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idField } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { explained } from './oauth-fault.js';
import { appQueryField, redirectSchema } from './schema.js';

const body = z
  .strictObject({
    query: appQueryField,
    workspaceIds: z
      .array(idField(exampleIds.workspace))
      .min(1)
      .max(appWorkspacesMax)
      .openapi({ description: 'The workspaces that the app may access.', example: [exampleIds.workspace] }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .openapi({
        description: 'The scopes that the app gets. Others than those that it asks for are ignored.',
        example: ['posts:read'],
      }),
    days: z.number().int().min(1).max(appDaysMax).optional().openapi({
      description: 'For how many days the access lasts. Until it is revoked if absent.',
      example: 90,
    }),
  })
  .openapi('AllowApp', { description: 'The access to allow.' });

export const allowAppOperation = defineOperation(
  {
    id: 'allowApp',
    call: 'POST /me/apps',
    tag: 'Apps',
    summary: 'Allow an app to act for you',
    description:
      'Gives an app access to workspaces of the caller, with the caller’s role and the allowed scopes. Returns the URL that takes the authorization code to the app. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { body },
    out: { 201: jsonResponse(redirectSchema, 'The way back to the app.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { query, workspaceIds, scopes: allowed, days = null } = c.req.valid('json');
    const { ctx, ownOrigin: issuer } = c.var;
    const reach = { workspaceIds: [...new Set(workspaceIds)].sort(), scopes: allowed, days };
    const redirectTo = await explained(allowApp(ctx, { query, issuer, ...reach }));
    return c.json({ redirectTo }, 201);
  },
);
