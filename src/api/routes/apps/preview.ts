import { z } from '@hono/zod-openapi';
import { scopes } from '../../../domain/scopes.js';
import { previewApp } from '../../../services/apps/preview.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { explained } from './oauth-fault.js';
import { appNameField, appPlaceField, appQueryField, appResourceField, isVerifiedField } from './schema.js';

const previewSchema = z
  .object({
    app: z
      .object({
        name: appNameField,
        place: appPlaceField,
        isVerified: isVerifiedField,
        resource: appResourceField,
        scopes: z
          .array(z.enum(scopes))
          .openapi({ description: 'The scopes that the app asks for.', example: ['posts:read'] }),
        returnsTo: z.string().openapi({
          description: 'The host or the scheme that the browser goes to afterwards.',
          example: 'writer.example.com',
        }),
        refuseUrl: z.string().openapi({
          description: 'The URL that tells the app that the access was refused.',
          example: 'https://writer.example.com/callback?error=access_denied',
        }),
      })
      .nullable()
      .openapi({ description: 'The request; null if it is wrong.' }),
    redirectTo: z.string().nullable().openapi({
      description: 'If the request is wrong: the URL that tells the app so.',
      example: null,
    }),
  })
  .openapi('AppPreview', { description: 'What an app asks for.' });

export const previewAppOperation = defineOperation(
  {
    id: 'previewApp',
    call: 'POST /me/apps/preview',
    tag: 'Apps',
    summary: 'Show what an app asks for',
    description:
      'Checks the authorization request of an app, and returns what a person should know before allowing it. Changes nothing. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: {
      body: z
        .strictObject({ query: appQueryField })
        .openapi('PreviewApp', { description: 'The authorization request.' }),
    },
    out: { 200: jsonResponse(previewSchema, 'The request.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE'],
  },
  async (c) => {
    const { query } = c.req.valid('json');
    const { ctx, ownOrigin: issuer } = c.var;
    const preview = await explained(previewApp(ctx, { query, issuer }));
    if ('refusedTo' in preview) return c.json({ app: null, redirectTo: preview.refusedTo }, 200);
    return c.json({ app: { ...preview, scopes: [...preview.scopes] }, redirectTo: null }, 200);
  },
);
