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
import { exampleIds } from '../../openapi/examples.js';
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
    id: z.string().openapi({ example: exampleIds.connectCandidate }),
    externalAccountId: z.string().openapi({ description: 'The platform’s own id of the account.' }),
    handle: z.string().openapi({ example: 'acme' }),
    displayName: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    connectedAccountId: z.string().nullable().openapi({
      description: 'The account of the workspace that it is already.',
      example: null,
    }),
    importable: z.boolean(),
    reason: z
      .enum(namesOf<CandidateReason>(candidateReasons))
      .nullable()
      .openapi({ description: `Why it cannot be imported. ${meanings(candidateReasons)}`, example: null }),
    missingScopes: z.array(z.string()).openapi({
      description:
        'Permissions that were asked for and not granted. Without those that are `required` in `GET /platforms` it cannot be imported; without others it lacks what they are for.',
      example: [],
    }),
  })
  .openapi('ConnectCandidate');

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

/** One that access was granted to, by what was typed. */
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
    id: z.string().openapi({ example: exampleIds.connectSession }),
    workspaceId: z.string().openapi({ example: exampleIds.workspace }),
    platform: z.enum(platformNames).openapi({ example: 'X' }),
    socialAccountId: z
      .string()
      .nullable()
      .openapi({ description: 'The account that is to be reconnected, and no other.', example: null }),
    sandbox: z.boolean().openapi({ description: 'Whether it is at this installation’s simulated platform.' }),
    status: z.enum(connectSessionStatuses).openapi({
      description:
        'PENDING until access is granted, AWAITING_IMPORT until candidates are imported. COMPLETED, FAILED and EXPIRED are for good.',
    }),
    authorizeUrl: z.string().nullable().openapi({
      description:
        'The page to open in a browser so that a person grants access: for sessions of API keys a page of this installation that leads on to the platform’s, at the dashboard the platform’s own. Null where the platform takes credentials instead, and once it is of no use any more.',
      example: 'http://localhost:3000/connect/x/begin?ticket=…',
    }),
    credentialFields: z.array(credentialFieldSchema).nullable().openapi({
      description:
        'What can be sent to `POST /connect-sessions/{id}/credentials` in place of that; null: nothing, or not any more.',
      example: null,
    }),
    errorCode: z
      .enum(namesOf<ConnectErrorCode>(connectErrors))
      .nullable()
      .openapi({ description: `Why it has failed. ${meanings(connectErrors)}`, example: null }),
    errorMessage: z.string().nullable().openapi({
      description: 'The same for people, with the platform’s words where it gave some.',
      example: null,
    }),
    candidates: z.array(candidateSchema).openapi({
      description: 'The accounts that the grant reaches. Empty before it is granted.',
    }),
    expiresAt: wireInstant.openapi({
      description:
        'When it expires. To grant access there are 30 minutes from its creation, or fewer where the platform’s page closes earlier (Bluesky: about ten); to import, 60 minutes from its creation.',
    }),
    createdAt: wireInstant,
  })
  .openapi('ConnectSession', { example: waitingExample });

export function toConnectSessionResponse(view: ConnectSessionView): z.output<typeof connectSessionSchema> {
  return { ...view, expiresAt: view.expiresAt.toISOString(), createdAt: view.createdAt.toISOString() };
}
