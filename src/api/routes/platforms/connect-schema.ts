import { z } from '@hono/zod-openapi';

export const credentialFieldSchema = z
  .object({
    name: z.string().openapi({ example: 'appPassword' }),
    label: z.string().openapi({ description: 'For people.', example: 'App password' }),
    kind: z.enum(['text', 'address', 'secret']),
    required: z.boolean().openapi({ description: 'If not, its default takes its place.' }),
    default: z.string().nullable(),
  })
  .openapi('CredentialField');

const scopeSchema = z
  .object({
    name: z.string().openapi({ example: 'tweet.write' }),
    purpose: z.string().openapi({ example: 'publish posts' }),
    required: z.boolean().openapi({ description: 'Whether nothing can be published without it.' }),
  })
  .openapi('ConnectScope');

export const connectInfoSchema = z
  .object({
    configured: z.boolean().openapi({
      description:
        'Whether real accounts can be connected: the operator has registered an app, where the platform wants one.',
    }),
    redirectUri: z.string().nullable().openapi({
      description:
        'The address to register at the platform, letter by letter; null where people type credentials instead.',
      example: 'https://punctual.example.com/connect/x/callback',
    }),
    scopes: z.array(scopeSchema).openapi({ description: 'What is asked for on the platform’s page.' }),
    credentialFields: z.array(credentialFieldSchema).nullable().openapi({
      description: 'What people can type in place of granting access on the platform’s page; null: nothing.',
    }),
  })
  .openapi('PlatformConnectInfo');
