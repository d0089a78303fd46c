import { z } from '@hono/zod-openapi';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';

/** Accepts any text, because an unknown workspace gets the same error as one that the caller cannot reach. */
const workspaceId = z
  .string()
  .openapi({ description: 'The id of the workspace.', example: exampleIds.workspace });

export const workspaceParams = z.object({ id: workspaceId });

/** The path parameters of a workspace and a resource in it. */
export function workspaceParamsWith<const N extends string>(name: N, example: string) {
  const shape = { id: workspaceId, [name]: idParam(example) } as { id: typeof workspaceId } & Record<
    N,
    ReturnType<typeof idParam>
  >;
  return z.object(shape);
}
