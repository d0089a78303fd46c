import { z } from '@hono/zod-openapi';

export const credentialFieldSchema = z
  .object({
    name: z
      .string()
      .openapi({ description: 'The name of the field in the request.', example: 'appPassword' }),
    label: z.string().openapi({ description: 'The label to show to people.', example: 'App password' }),
    kind: z
      .enum(['text', 'address', 'secret'])
      .openapi({ description: 'How to show the field: as plain text, as a URL, or hidden like a password.' }),
    required: z.boolean().openapi({
      example: true,
      description: 'Whether the field must be filled in. Otherwise its default is used.',
    }),
    default: z.string().nullable().openapi({
      description: 'The value that is used if the field is left out; null if there is none.',
      example: null,
    }),
  })
  .openapi('CredentialField', { description: 'A field that a person fills in to connect an account.' });

const scopeSchema = z
  .object({
    name: z
      .string()
      .openapi({ description: 'The platform’s name of the permission.', example: 'tweet.write' }),
    purpose: z.string().openapi({ description: 'What the permission is for.', example: 'publish posts' }),
    required: z
      .boolean()
      .openapi({ example: true, description: 'Whether publishing is impossible without it.' }),
  })
  .openapi('ConnectScope', { description: 'A permission that is requested from the platform.' });

export const connectInfoSchema = z
  .object({
    configured: z.boolean().openapi({
      example: true,
      description:
        'Whether real accounts can be connected here. Most platforms need an app that the operator registers first.',
    }),
    sandbox: z.boolean().openapi({
      example: false,
      description:
        'Whether accounts of a simulated platform can be connected here, where nothing is really published.',
    }),
    redirectUri: z.string().nullable().openapi({
      description:
        'The redirect URL to register with the platform, exactly as it is here; null if people enter credentials instead.',
      example: 'https://punctual.example.com/connect/x/callback',
    }),
    scopes: z.array(scopeSchema).openapi({ description: 'The permissions that are requested.' }),
    credentialFields: z.array(credentialFieldSchema).nullable().openapi({
      description:
        'The fields that people can fill in instead of opening the platform’s page; null if there are none.',
    }),
  })
  .openapi('PlatformConnectInfo', { description: 'How accounts of a platform are connected.' });
