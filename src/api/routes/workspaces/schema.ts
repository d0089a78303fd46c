import { z } from '@hono/zod-openapi';
import { roles } from '../../../domain/roles.js';
import type { Page } from '../../../services/shared/page.js';
import type { WorkspaceView } from '../../../services/workspaces/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

export const workspaceSchema = z
  .object({
    id: z.string().openapi({ example: exampleIds.workspace }),
    name: z.string(),
    slug: z.string(),
    plan: z.string().openapi({ example: 'SELF_HOSTED' }),
    requireApproval: z.boolean().openapi({
      description: 'Whether what is scheduled waits for an approval, where the plan has approvals.',
    }),
    role: z.enum(roles).openapi({ description: 'The role in which the API key acts there.' }),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .openapi('Workspace');

export const workspaceListSchema = pageOf('WorkspaceList', workspaceSchema);

export function toWorkspaceResponse(view: WorkspaceView): z.output<typeof workspaceSchema> {
  return { ...view, createdAt: view.createdAt.toISOString(), updatedAt: view.updatedAt.toISOString() };
}

export function toWorkspaceListResponse(page: Page<WorkspaceView>): z.output<typeof workspaceListSchema> {
  return { data: page.data.map(toWorkspaceResponse), nextCursor: page.nextCursor };
}
