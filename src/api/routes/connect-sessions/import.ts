import { z } from '@hono/zod-openapi';
import { connectCandidatesMax, importOutcomes } from '../../../domain/connect-sessions.js';
import { importCandidates } from '../../../services/connect-sessions/import.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse } from '../social-accounts/schema.js';

const body = z
  .strictObject({
    candidateIds: z
      .array(idField(exampleIds.connectCandidate))
      .min(1)
      .max(connectCandidatesMax)
      .optional()
      .openapi({ description: 'The candidates to import.' }),
  })
  .openapi('ImportConnectCandidates', {
    description:
      'Which candidates to import. Without fields: all that can be imported and are not connected yet.',
    example: { candidateIds: [exampleIds.connectCandidate] },
  });

const importedSchema = socialAccountSchema
  .extend({
    outcome: z.enum(importOutcomes).openapi({
      description:
        'CONNECTED: the account is new in this workspace. RECONNECTED: an account that was connected before keeps its id and has new access.',
    }),
  })
  .openapi('ImportedSocialAccount', { description: 'A social account, and what the import did with it.' });

export const importConnectCandidatesOperation = defineOperation(
  {
    id: 'importConnectCandidates',
    call: 'POST /connect-sessions/{id}/import',
    tag: 'Connect',
    summary: 'Import candidates as social accounts',
    description:
      'Turns candidates into social accounts of the workspace: all of the selected ones, or none. A candidate that is already connected and works returns 409 PLATFORM_ALREADY_CONNECTED, unless the session was started to reconnect it. Importing the same again returns the same accounts, without those that were disconnected since; if none is left, it returns 409 INVALID_STATE. Posts that failed in the last seven days because access had ended are published again. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.connectSession), body },
    out: {
      200: jsonResponse(
        z
          .object({ data: z.array(importedSchema).openapi({ description: 'The imported accounts.' }) })
          .openapi('ImportedSocialAccountList', { description: 'The imported social accounts.' }),
        'The imported accounts.',
      ),
    },
    errors: [
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'PLATFORM_ALREADY_CONNECTED',
      'X_PAYMENT_METHOD_REQUIRED',
      'DEVELOPER_PAYMENT_METHOD_REQUIRED',
    ],
  },
  async (c) => {
    const input = { connectSessionId: c.req.valid('param').id, ...omitUndefined(c.req.valid('json')) };
    const imported = await importCandidates(c.var.ctx, input);
    const data = imported.map(({ outcome, ...account }) => ({
      ...toSocialAccountResponse(account),
      outcome,
    }));
    return c.json({ data }, 200);
  },
);
