import { z } from '@hono/zod-openapi';
import { returnUrlCharsMax } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { createConnectSession } from '../../../services/connect-sessions/create.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, omitUndefined, text } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { connectSessionSchema, toConnectSessionResponse } from './schema.js';
const handleCharsMax = 300;

const body = z
  .strictObject({
    workspaceId: idField(exampleIds.workspace).openapi({
      description: 'The workspace to connect the accounts to.',
    }),
    platform: z
      .enum(platformNames)
      .openapi({ description: 'The platform to connect to.', example: 'BLUESKY' }),
    returnUrl: text(returnUrlCharsMax).optional().openapi({
      description:
        'Where the browser goes after the platform’s page, with `connectSession` added to the query. It must be a URL of this installation or of an origin that its operator allows. Without it, the person sees a page that says they can close it.',
      example: 'http://localhost:3000/accounts',
    }),
    socialAccountId: idField(exampleIds.socialAccount).optional().openapi({
      description: 'The account to reconnect. Access to any other account is refused.',
    }),
    sandbox: z.boolean().optional().openapi({
      description:
        'Whether to connect an account of this installation’s simulated platform. By default, the simulated platform is used if there is one and the operator has not configured an app for the real one; when reconnecting, it stays what it was. App passwords need no app: send `false` for a real account on an installation with a simulated platform.',
    }),
    handle: text(handleCharsMax, 1).optional().openapi({
      description: 'The account to connect, for platforms that must know it before they show their page.',
      example: 'acme.bsky.social',
    }),
  })
  .openapi('CreateConnectSession', {
    description: 'What to connect.',
    example: { workspaceId: exampleIds.workspace, platform: 'BLUESKY' },
  });

export const createConnectSessionOperation = defineOperation(
  {
    id: 'createConnectSession',
    call: 'POST /connect-sessions',
    tag: 'Connect',
    summary: 'Start connecting an account',
    description:
      'Starts a connect session. A person then grants access at `authorizeUrl`, or you send what `credentialFields` lists. After that, import the accounts with `POST /connect-sessions/{id}/import`.\n\nA session started in the dashboard can only be granted by the person signed in there. With an API key, `authorizeUrl` is a page of this installation that tells the person who opens it who is asking and for which workspace; it works only in the browser in which it is opened. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { body },
    out: { 201: jsonResponse(connectSessionSchema, 'The connect session.') },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'PLATFORM_NOT_CONFIGURED',
      'X_PAYMENT_METHOD_REQUIRED',
      'DEVELOPER_PAYMENT_METHOD_REQUIRED',
    ],
  },
  async (c) => {
    const session = await createConnectSession(c.var.ctx, omitUndefined(c.req.valid('json')));
    return c.json(toConnectSessionResponse(session), 201);
  },
);
