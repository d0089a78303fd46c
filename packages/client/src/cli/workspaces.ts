import type { components } from '../api-types.js';
import type { PunctualClient } from '../client.js';
import { itemsOf } from '../pages.js';
import { CommandFailed, exitCodes } from './failures.js';
import { firstOf } from './parse.js';

export type Workspace = components['schemas']['Workspace'];

const namedMax = 20;

export const listWorkspaces = (client: PunctualClient): Promise<Workspace[]> =>
  firstOf(itemsOf(client, '/workspaces', { query: { limit: namedMax } }), namedMax);

/** Returns the workspace of `--workspace`, or the only one. Throws if there are several. */
export async function chooseWorkspace(client: PunctualClient, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const workspaces = await listWorkspaces(client);
  const [only, ...others] = workspaces;
  if (only === undefined) throw new CommandFailed('Your login or API key has access to no workspace.');
  if (others.length === 0) return only.id;
  const named = workspaces.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new CommandFailed(
    `There are several workspaces. Name one with --workspace: ${named}.`,
    exitCodes.usage,
  );
}
