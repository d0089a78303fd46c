import { createRoute, z } from '@hono/zod-openapi';
import { slugCharsMax, slugPattern, workspaceNameCharsMax } from '../../../domain/workspaces.js';
import { omitUndefined, text } from '../../openapi/fields.js';
import { toWorkspaceResponse, workspaceSchema } from './schema.js';
import { updateWorkspace } from '../../../services/workspaces/update.js';
import { workspaceParams } from './params.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'patch';
const path = '/workspaces/{id}';

const body = z
  .strictObject({
    name: text(workspaceNameCharsMax, 1).regex(/\S/, 'At least one visible character.').optional(),
    slug: z.string().max(slugCharsMax).regex(slugPattern).optional(),
    requireApproval: z.boolean().optional().openapi({
      description: 'What is scheduled from now on waits for an approval. Needs a plan with APPROVALS.',
    }),
  })
  .openapi('UpdateWorkspace');

const route = createRoute({
  method,
  path,
  operationId: 'updateWorkspace',
  tags: ['Workspaces'],
  summary: 'Update a workspace',
  description: 'Absent fields keep their value. Owners and admins only; not with an API key.',
  security: sessionSecurity,
  request: { params: workspaceParams, body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(workspaceSchema, 'The workspace.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
    }),
  },
});

export const updateWorkspaceOperation = operation(route, async (c) => {
  const workspaceId = c.req.valid('param').id;
  const workspace = await updateWorkspace(c.var.ctx, { workspaceId, ...omitUndefined(c.req.valid('json')) });
  return c.json(toWorkspaceResponse(workspace), 200);
});
