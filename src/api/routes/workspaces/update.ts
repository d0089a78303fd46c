import { z } from '@hono/zod-openapi';
import {
  brandColorPattern,
  brandNameCharsMax,
  brandNamePattern,
  brandNameVisiblePattern,
  type Brand,
} from '../../../domain/brand.js';
import { exampleIds } from '../../examples/ids.js';
import { slugCharsMax, slugMessage, slugPattern, workspaceNameCharsMax } from '../../../domain/workspaces.js';
import { idField, omitUndefined, text, visibleText } from '../../openapi/fields.js';
import { toWorkspaceResponse, workspaceSchema, workspaceResource } from './schema.js';
import { updateWorkspace } from '../../../services/workspaces/update.js';
import { workspaceParams } from './params.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';

const brandBody = z
  .strictObject({
    name: text(brandNameCharsMax, 1)
      .refine((name) => brandNameVisiblePattern.test(name), {
        message: 'Must have at least one visible character.',
        params: { code: 'not_visible' },
      })
      .refine((name) => brandNamePattern.test(name), {
        message: 'Must be plain text in one line.',
        params: { code: 'not_plain' },
      })
      .openapi({ description: 'The name that connect pages show, as plain text.', example: 'Acme' }),
    logoMediaId: idField(exampleIds.media).nullish().openapi({
      description:
        'A PNG, JPEG or WebP image in the media library of the workspace, which is shown at most 512 pixels wide and high. It cannot be deleted while it is the logo.',
    }),
    color: z
      .string()
      .regex(brandColorPattern, 'Must be a color such as #0f766e.')
      .nullish()
      .openapi({ description: 'The color of the button. Its text is black or white.', example: '#0f766e' }),
  })
  .openapi('BrandBody', {
    description:
      'What the pages behind connect links show in place of Punctual’s own name. It replaces the earlier brand as a whole; null removes it. Needs a plan with WHITE_LABEL.',
  });

const body = z
  .strictObject({
    name: visibleText(workspaceNameCharsMax)
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
    brand: brandBody.nullable().optional(),
  })
  .openapi('UpdateWorkspace', {
    example: { name: 'Acme Marketing' },
    description: 'Changes to a workspace. Absent fields keep their value.',
  });

export const updateWorkspaceOperation = defineOperation(
  {
    id: 'updateWorkspace',
    call: 'PATCH /workspaces/{id}',
    tag: 'Workspaces',
    summary: 'Update a workspace',
    description:
      'Changes a workspace. Absent fields keep their value. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams, body },
    out: { 200: jsonResponse(workspaceSchema, 'The updated workspace.') },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'CONFLICT'],
    resource: workspaceResource,
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { brand, ...fields } = c.req.valid('json');
    const workspace = await updateWorkspace(c.var.ctx, {
      workspaceId,
      ...omitUndefined(fields),
      ...(brand !== undefined && { brand: toBrand(brand) }),
    });
    return c.json(toWorkspaceResponse(workspace), 200);
  },
);

function toBrand(sent: z.output<typeof brandBody> | null): Brand | null {
  if (sent === null) return null;
  const { name, logoMediaId = null, color } = sent;
  return { name, logoMediaId, color: color?.toLowerCase() ?? null };
}
