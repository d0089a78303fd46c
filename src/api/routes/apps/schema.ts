import { z } from '@hono/zod-openapi';
import { appRequestCharsMax, appResources } from '../../../domain/apps.js';
import { scopes } from '../../../domain/scopes.js';
import type { AppView } from '../../../services/apps/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const appNameField = z
  .string()
  .openapi({ description: 'The name that the app gives itself.', example: 'Example Writer' });

export const appPlaceField = z.string().openapi({
  description:
    'The host of the app’s metadata document; without one, the host or the scheme to which the code is sent.',
  example: 'writer.example.com',
});

export const isVerifiedField = z.boolean().openapi({
  description:
    'Whether the app belongs to `place`, because its metadata document is there and it is a website. Other apps may give themselves any name, and programs on a device the client id of another app.',
  example: true,
});

export const appResourceField = z.enum(appResources).openapi({
  description: 'What the app can call: `api`, the API, or `mcp`, the MCP endpoint.',
  example: 'mcp',
});

/** An authorization request, used in the examples. */
export const exampleAppQuery =
  'response_type=code&client_id=https%3A%2F%2Fwriter.example.com%2Fclient.json&redirect_uri=https%3A%2F%2Fwriter.example.com%2Fcallback&scope=posts%3Aread&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256';

/** The authorization request of an app. */
export const appQueryField = z.string().min(1).max(appRequestCharsMax).openapi({
  description: 'The query with which the app opened the authorization page.',
  example: exampleAppQuery,
});

export const appSchema = z
  .object({
    id: z.string().openapi({
      description: 'The id of the access. What the app does is recorded with it, as `apiKeyId`.',
      example: exampleIds.app,
    }),
    name: appNameField,
    place: appPlaceField,
    isVerified: isVerifiedField,
    resource: appResourceField,
    scopes: z
      .array(z.enum(scopes))
      .openapi({ description: 'The only scopes that the app has.', example: ['posts:read'] }),
    workspaceIds: z.array(z.string()).openapi({
      description: 'The workspaces that the app can access, without those that you do not belong to.',
      example: [exampleIds.workspace],
    }),
    allowedByUserId: z.string().openapi({
      description: 'The user who allowed the access. The app acts for this user.',
      example: exampleIds.user,
    }),
    allowedByName: z.string().openapi({ description: 'The name of that user.', example: 'Ada Lovelace' }),
    createdAt: wireInstant.openapi({ description: 'When the access was allowed.' }),
    lastUsedAt: wireInstant
      .nullable()
      .openapi({ example: null, description: 'When it was last used, to the minute; null if never.' }),
    endsAt: wireInstant.nullable().openapi({
      example: null,
      description:
        'When the access ends; null if it lasts until it is revoked. It also ends if the app does not use it for 60 days.',
    }),
  })
  .openapi('App', { description: 'The access of an app.' });

export const appListSchema = pageOf('AppList', appSchema);

export const redirectSchema = z
  .object({
    redirectTo: z.string().openapi({
      description: 'The URL of the app that the browser goes to next.',
      example: 'https://writer.example.com/callback?code=Xb4w1Yq7Zk0Jm3Np6Rs9Tu2Vx5Ac8De1Fg4Hi7Kl0M',
    }),
  })
  .openapi('AppRedirect', { description: 'The way back to the app.' });

export function toAppResponse(view: AppView): z.output<typeof appSchema> {
  return {
    ...view,
    createdAt: view.createdAt.toISOString(),
    lastUsedAt: view.lastUsedAt?.toISOString() ?? null,
    endsAt: view.endsAt?.toISOString() ?? null,
  };
}
