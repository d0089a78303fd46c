import { createRoute, z } from '@hono/zod-openapi';
import { returnUrlCharsMax } from '../../../domain/connect-sessions.js';
import { platformNames } from '../../../domain/platform-names.js';
import { createConnectSession } from '../../../services/connect-sessions/create.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idField, omitUndefined, text } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { connectSessionSchema, toConnectSessionResponse } from './schema.js';

const method = 'post';
const path = '/connect-sessions';
const handleCharsMax = 300;

const body = z
  .strictObject({
    workspaceId: idField(exampleIds.workspace),
    platform: z.enum(platformNames).openapi({ example: 'X' }),
    returnUrl: text(returnUrlCharsMax).optional().openapi({
      description:
        'Where the browser goes after the platform’s page, with `connectSession` added to its query: an address of this installation, or of an origin that its operator has named. Absent: a page that says that it may be closed.',
      example: 'http://localhost:3000/accounts',
    }),
    socialAccountId: idField(exampleIds.socialAccount).optional().openapi({
      description: 'Reconnects this account of the workspace. Access to another one is refused.',
    }),
    sandbox: z.boolean().optional().openapi({
      description:
        'Whether the account is one of this installation’s simulated platform. Absent: yes where there is one, unless the platform’s app is configured; when an account is reconnected, where that is. Bluesky’s app passwords need no app: say `false` for a real account where there is a sandbox.',
    }),
    handle: text(handleCharsMax, 1).optional().openapi({
      description:
        'Whose account is meant, for platforms that must know before they show their page: Bluesky.',
      example: 'acme.bsky.social',
    }),
  })
  .openapi('CreateConnectSession', {
    example: { workspaceId: exampleIds.workspace, platform: 'X' },
  });

const route = createRoute({
  method,
  path,
  operationId: 'createConnectSession',
  tags: ['Connect'],
  summary: 'Begin to connect an account',
  description:
    'A person grants access at `authorizeUrl`, or types what `credentialFields` lists; the accounts that this reaches are imported with `POST /connect-sessions/{id}/import`. A session that was begun at the dashboard can only be granted by whoever is signed in there. With an API key, `authorizeUrl` is a page of this installation that tells whoever opens it who asks, and for which workspace; what they grant lands in that workspace, and only in the browser in which they went on from that page. Workspace owners and admins only.',
  security: bearerSecurity,
  request: { body: jsonRequest(body, { required: true }) },
  responses: {
    201: jsonResponse(connectSessionSchema, 'The session.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'PLATFORM_NOT_CONFIGURED',
        'X_PAYMENT_METHOD_REQUIRED',
        'DEVELOPER_PAYMENT_METHOD_REQUIRED',
      ],
    }),
  },
});

export const createConnectSessionOperation = operation(route, async (c) => {
  const session = await createConnectSession(c.var.ctx, omitUndefined(c.req.valid('json')));
  return c.json(toConnectSessionResponse(session), 201);
});
