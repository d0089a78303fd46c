import { z } from '@hono/zod-openapi';
import { planNames } from '../../../domain/plans.js';
import { readWorkspaceUsage } from '../../../services/workspaces/usage.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from './params.js';

const usage = (what: string) =>
  z
    .object({
      used: z.number().int().openapi({ description: 'How much is used now.', example: 12 }),
      max: z.number().int().nullable().openapi({
        description: 'How much the plan or the installation allows; null if there is no limit.',
        example: 300,
      }),
    })
    .openapi({ description: what });

const usageSchema = z
  .object({
    plan: z.enum(planNames).openapi({ description: 'The plan of the workspace.', example: 'STARTER' }),
    month: z
      .string()
      .openapi({ description: 'The calendar month (UTC) in which posts are counted.', example: '2026-11' }),
    hasBillingPage: z.boolean().openapi({
      description:
        'Whether there is a payment page, which the owner who pays opens with `POST /workspaces/{id}/billing-sessions`. False if this installation sells nothing.',
      example: true,
    }),
    posts: usage('Posts created this month, including drafts and deleted posts.'),
    apiPosts: usage('Posts created this month with an API key.'),
    storageBytes: usage('Bytes of media in the library, including unfinished uploads.'),
    socialAccounts: usage('Connected accounts.'),
    members: usage('People in the workspace. Open invitations count for the maximum, too.'),
    waitingPosts: usage('Posts that wait for their time.'),
    mediaAssets: usage('Files in the media library, including unfinished uploads.'),
    openConnectSessions: usage(
      'Sessions for connecting accounts that have not ended. One that the platform refused at once counts for 30 minutes.',
    ),
  })
  .openapi('WorkspaceUsage', { description: 'How much a workspace uses, and how much it may.' });

export const getWorkspaceUsageOperation = defineOperation(
  {
    id: 'getWorkspaceUsage',
    call: 'GET /workspaces/{id}/usage',
    tag: 'Workspaces',
    summary: 'Get the usage of a workspace',
    description:
      'Returns how much a workspace uses, and how much it may. Posts are counted for the current calendar month (UTC).',
    credential: 'key or session',
    scope: 'every key',
    in: { params: workspaceParams },
    out: { 200: jsonResponse(usageSchema, 'The usage of the workspace.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => c.json(await readWorkspaceUsage(c.var.ctx, { workspaceId: c.req.valid('param').id }), 200),
);
