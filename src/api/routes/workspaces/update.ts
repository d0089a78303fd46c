import { createRoute, z } from '@hono/zod-openapi';
import { slugCharsMax, slugMessage, slugPattern, workspaceNameCharsMax } from '../../../domain/workspaces.js';
import { omitUndefined, text } from '../../openapi/fields.js';
import { toWorkspaceResponse, workspaceSchema, workspaceResource } from './schema.js';
import { updateWorkspace } from '../../../services/workspaces/update.js';
import { workspaceParams } from './params.js';
import { errorResponses, jsonRequest, jsonResponse, sessionSecurity } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';

const method = 'patch';
const path = '/workspaces/{id}';

const body = z
  .strictObject({
    name: text(workspaceNameCharsMax, 1)
      .regex(/\S/, 'Must have at least one visible character.')
      .optional()
      .openapi({ description: 'The name of the workspace.', example: 'Acme' }),
    slug: z.string().max(slugCharsMax).regex(slugPattern, slugMessage).optional().openapi({
      description: 'A short name for URLs; each workspace has a different one.',
      example: 'acme',
    }),
    requireApproval: z.boolean().optional().openapi({
      example: false,
      description: 'Whether posts scheduled from now on need an approval. Needs a plan with APPROVALS.',
    }),
  })
  .openapi('UpdateWorkspace', {
    example: { name: 'Acme Marketing' },
    description: 'Changes to a workspace. Absent fields keep their value.',
  });

const route = createRoute({
  method,
  path,
  operationId: 'updateWorkspace',
  tags: ['Workspaces'],
  summary: 'Update a workspace',
  description:
    'Changes a workspace. Absent fields keep their value. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
  security: sessionSecurity,
  request: { params: workspaceParams, body: jsonRequest(body, { required: true }) },
  responses: {
    200: jsonResponse(workspaceSchema, 'The updated workspace.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
    }),
  },
});

export const updateWorkspaceOperation = operation(
  route,
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const workspace = await updateWorkspace(c.var.ctx, {
      workspaceId,
      ...omitUndefined(c.req.valid('json')),
    });
    return c.json(toWorkspaceResponse(workspace), 200);
  },
  workspaceResource,
);
