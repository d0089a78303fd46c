import { z } from '@hono/zod-openapi';
import { slugCharsMax, slugMessage, slugPattern, workspaceNameCharsMax } from '../../../domain/workspaces.js';
import { omitUndefined, visibleText } from '../../openapi/fields.js';
import { toWorkspaceResponse, workspaceSchema } from './schema.js';
import { createWorkspace } from '../../../services/workspaces/create.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const body = z
  .strictObject({
    name: visibleText(workspaceNameCharsMax).openapi({
      description: 'The name of the workspace.',
      example: 'Acme',
    }),
    slug: z
      .string()
      .max(slugCharsMax)
      .regex(slugPattern, slugMessage)
      .optional()
      .openapi({ description: 'A short name for URLs; made from the name if absent.', example: 'acme' }),
    acceptPaidAddOn: z.boolean().optional().openapi({
      example: false,
      description: 'Agrees to buy the monthly add-on if the plan includes no further workspace.',
    }),
  })
  .openapi('CreateWorkspace', { description: 'The workspace to create.' });

export const createWorkspaceOperation = defineOperation(
  {
    id: 'createWorkspace',
    call: 'POST /workspaces',
    tag: 'Workspaces',
    summary: 'Create a workspace',
    description:
      'Creates a workspace. The caller becomes its owner. Requires a dashboard session; API keys cannot do this. The installation decides who may: by default its operators, and people who own a workspace. Others get INSUFFICIENT_ROLE.',
    credential: 'session',
    in: { body },
    out: { 201: jsonResponse(workspaceSchema, 'The new workspace.') },
    errors: [
      'INSUFFICIENT_ROLE',
      'CONFLICT',
      'PLAN_LIMIT_WORKSPACES',
      'WORKSPACE_REQUIRES_PAID_ADD_ON',
      'WORKSPACE_BILLING_FAILED',
    ],
  },
  async (c) => {
    const workspace = await createWorkspace(c.var.ctx, omitUndefined(c.req.valid('json')));
    return c.json(toWorkspaceResponse(workspace), 201);
  },
);
