import { z } from '@hono/zod-openapi';
import type { TaggedResource } from '../../http/resource-tag.js';
import { roles } from '../../../domain/roles.js';
import type { Page } from '../../../services/shared/paging/page.js';
import type { WorkspaceView } from '../../../services/workspaces/types.js';
import { exampleIds } from '../../examples/ids.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

const brandSchema = z
  .object({
    name: z.string().openapi({ description: 'The name that connect pages show.', example: 'Acme' }),
    logoMediaId: z.string().nullable().openapi({
      description: 'The image that they show, from the media library.',
      example: exampleIds.media,
    }),
    color: z
      .string()
      .nullable()
      .openapi({ description: 'The color of their button, as `#rrggbb`.', example: '#0f766e' }),
  })
  .openapi('Brand', {
    description:
      'What the pages behind connect links show in place of Punctual’s own name, while the plan includes WHITE_LABEL. Null: nothing.',
  });

export const workspaceSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the workspace.', example: exampleIds.workspace }),
    name: z.string().openapi({ description: 'The name of the workspace.', example: 'Acme' }),
    slug: z.string().openapi({
      description: 'A short name for URLs; each workspace has a different one.',
      example: 'acme',
    }),
    plan: z.string().openapi({
      description: 'The plan of the workspace, which decides its limits and features.',
      example: 'SELF_HOSTED',
    }),
    requireApproval: z.boolean().openapi({
      example: false,
      description:
        'Whether posts need an approval before they are scheduled, if the plan includes approvals.',
    }),
    brand: brandSchema.nullable(),
    role: z.enum(roles).openapi({ description: 'The caller’s role in the workspace.' }),
    runUrlTemplate: z.string().nullable().openapi({
      description:
        'The URL of a run in the Temporal Web UI. Put the `workflowId` of a post, URL-encoded, in the place of `{workflowId}`. Null unless you are an operator of the installation and it sets `TEMPORAL_UI_URL`.',
      example: 'http://127.0.0.1:8233/namespaces/default/workflows/{workflowId}',
    }),
    createdAt: wireInstant.openapi({ description: 'When it was created.' }),
    updatedAt: wireInstant.openapi({ description: 'When it was last changed.' }),
  })
  .openapi('Workspace', { description: 'A workspace: everything else belongs to one.' });

export const workspaceListSchema = pageOf('WorkspaceList', workspaceSchema);

export function toWorkspaceResponse(view: WorkspaceView): z.output<typeof workspaceSchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}

export function toWorkspaceListResponse(page: Page<WorkspaceView>): z.output<typeof workspaceListSchema> {
  return { data: page.data.map(toWorkspaceResponse), nextCursor: page.nextCursor };
}

/** The part of a workspace that its ETag depends on. */
export const workspaceResource: TaggedResource = { toBody: toWorkspaceResponse, own: (body) => body };
