import { z } from '@hono/zod-openapi';
import {
  candidateReasons,
  connectErrors,
  connectSessionStatuses,
  type CandidateReason,
  type ConnectErrorCode,
} from '../../../domain/connect-sessions.js';
import { platformNames } from '../../../domain/platform-names.js';
import type { ConnectSessionView } from '../../../services/connect-sessions/types.js';
import { exampleIds } from '../../examples/ids.js';
import { wireInstant } from '../../openapi/fields.js';
import { credentialFieldSchema } from '../platforms/connect-schema.js';

const namesOf = <K extends string>(table: Readonly<Record<K, string>>): [K, ...K[]] =>
  Object.keys(table) as [K, ...K[]];

const meanings = (table: Readonly<Record<string, string>>): string =>
  Object.entries(table)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join(' ');

const candidateSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the candidate.', example: exampleIds.connectCandidate }),
    externalAccountId: z.string().openapi({
      example: 'did:plc:z72i7hdynmk6r22z27h6tvur',
      description: 'The platform’s own id of the account.',
    }),
    handle: z.string().openapi({ description: 'The account’s handle on the platform.', example: 'acme' }),
    displayName: z
      .string()
      .nullable()
      .openapi({ description: 'The account’s display name, if it has one.', example: 'Acme' }),
    avatarUrl: z
      .string()
      .nullable()
      .openapi({ description: 'The URL of the account’s profile picture, if it has one.', example: null }),
    connectedAccountId: z.string().nullable().openapi({
      description:
        'The social account of the workspace that it is already connected as; null if it is not connected.',
      example: null,
    }),
    importable: z.boolean().openapi({ description: 'Whether the account can be imported.', example: true }),
    reason: z
      .enum(namesOf<CandidateReason>(candidateReasons))
      .nullable()
      .openapi({ description: `Why it cannot be imported. ${meanings(candidateReasons)}`, example: null }),
    missingScopes: z.array(z.string()).openapi({
      description:
        'Permissions that were requested but not granted. Without a permission that is `required` in `GET /platforms`, the account cannot be imported; without another one, it lacks the feature that needs it.',
      example: [],
    }),
  })
  .openapi('ConnectCandidate', {
    description: 'An account that was found while connecting and can be imported.',
  });

const waitingExample = {
  id: exampleIds.connectSession,
  workspaceId: exampleIds.workspace,
  platform: 'X',
  socialAccountId: null,
  sandbox: false,
  status: 'PENDING',
  authorizeUrl: 'https://punctual.example.com/connect/x/begin?ticket=…',
  credentialFields: null,
  errorCode: null,
  errorMessage: null,
  candidates: [],
  expiresAt: '2030-01-31T09:30:00.000Z',
  createdAt: '2030-01-31T09:00:00.000Z',
} as const;

/** A session to which access was granted with entered credentials. */
export const grantedExample = {
  ...waitingExample,
  platform: 'BLUESKY',
  status: 'AWAITING_IMPORT',
  authorizeUrl: null,
  candidates: [
    {
      id: exampleIds.connectCandidate,
      externalAccountId: 'did:plc:z72i7hdynmk6r22z27h6tvur',
      handle: 'acme.bsky.social',
      displayName: 'Acme',
      avatarUrl: null,
      connectedAccountId: null,
      importable: true,
      reason: null,
      missingScopes: [],
    },
  ],
  expiresAt: '2030-01-31T10:00:00.000Z',
};

export const connectSessionSchema = z
  .object({
    id: z
      .string()
      .openapi({ description: 'The id of the connect session.', example: exampleIds.connectSession }),
    workspaceId: z.string().openapi({
      description: 'The workspace that the accounts are connected to.',
      example: exampleIds.workspace,
    }),
    platform: z.enum(platformNames).openapi({ description: 'The platform to connect to.', example: 'X' }),
    socialAccountId: z.string().nullable().openapi({
      description: 'The account to reconnect; null when connecting new accounts.',
      example: null,
    }),
    sandbox: z
      .boolean()
      .openapi({ description: 'Whether the account is on this installation’s simulated platform.' }),
    status: z.enum(connectSessionStatuses).openapi({
      description:
        'PENDING: waiting for a person to grant access. AWAITING_IMPORT: access is granted and candidates can be imported. COMPLETED, FAILED and EXPIRED are final.',
    }),
    authorizeUrl: z.string().nullable().openapi({
      description:
        'The page to open in a browser so that a person can grant access. For API keys it is a page of this installation that leads to the platform; in the dashboard it is the platform’s own page. Null if the platform takes credentials instead, or once it can no longer be used.',
      example: 'http://localhost:3000/connect/x/begin?ticket=…',
    }),
    credentialFields: z.array(credentialFieldSchema).nullable().openapi({
      description:
        'The fields that you can send to `POST /connect-sessions/{id}/credentials` instead of opening a page; null if there are none, or once they can no longer be used.',
      example: null,
    }),
    errorCode: z
      .enum(namesOf<ConnectErrorCode>(connectErrors))
      .nullable()
      .openapi({ description: `Why it has failed. ${meanings(connectErrors)}`, example: null }),
    errorMessage: z.string().nullable().openapi({
      description: 'A readable explanation of `errorCode`, with the platform’s own words if it gave any.',
      example: null,
    }),
    candidates: z.array(candidateSchema).openapi({
      description: 'The accounts that can be imported. Empty until access is granted.',
    }),
    expiresAt: wireInstant.openapi({
      description:
        'When the session expires. A person has 30 minutes to grant access, or less if the platform’s page closes earlier. Importing must be done within 60 minutes of creating the session.',
    }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
  })
  .openapi('ConnectSession', {
    description: 'One attempt to connect accounts of a platform to a workspace.',
    example: waitingExample,
  });

export function toConnectSessionResponse(view: ConnectSessionView): z.output<typeof connectSessionSchema> {
  return { ...view, expiresAt: view.expiresAt.toISOString(), createdAt: view.createdAt.toISOString() };
}
