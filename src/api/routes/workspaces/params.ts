import { z } from '@hono/zod-openapi';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';

/** Any value: a workspace out of reach is refused the same way, before the database is asked. */
const workspaceId = z
  .string()
  .openapi({ description: 'The id of the workspace.', example: exampleIds.workspace });

export const workspaceParams = z.object({ id: workspaceId });

/** A workspace, and something in it. */
export function workspaceParamsWith<const N extends string>(name: N, example: string) {
  const shape = { id: workspaceId, [name]: idParam(example) } as { id: typeof workspaceId } & Record<
    N,
    ReturnType<typeof idParam>
  >;
  return z.object(shape);
}
