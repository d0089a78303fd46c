import { memberships, workspaces } from '../../src/db/schema/index.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import { storeConnection } from '../../src/services/social-accounts/connect.js';
import { simulators } from '../harness/sandbox.js';
import type { BenchStack } from './bench-stack.js';

/** Connects this many accounts of a simulated platform to a workspace, and returns their ids. */
export async function addAccounts(
  { context: { deps } }: BenchStack,
  { workspaceId, platform, count }: { workspaceId: string; platform: PlatformName; count: number },
): Promise<string[]> {
  const simulator = simulators.find(({ name }) => name === platform);
  if (simulator === undefined) throw new Error(`${platform} is not simulated.`);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const name = `bench-${deps.newId('socialAccount').slice(-12)}`;
    const externalAccountId = platform === 'BLUESKY' ? `did:plc:${name.replaceAll('-', '')}` : name;
    const { account } = await storeConnection(deps, {
      workspaceId,
      platform,
      externalAccountId,
      handle: name,
      displayName: null,
      serviceUrl: null,
      sandbox: true,
      credentials: simulator.credentialsOf(externalAccountId, 0),
      allowReplace: false,
    });
    ids.push(account.id);
  }
  return ids;
}

/** Creates another workspace of the stack's owner, so that the same key covers it. */
export async function addWorkspace({ context: { deps }, workspaceId }: BenchStack): Promise<string> {
  const owner = await deps.db.query.memberships.findFirst({
    columns: { userId: true },
    where: (table, { eq }) => eq(table.workspaceId, workspaceId),
  });
  if (owner === undefined) throw new Error('The workspace has no member.');
  const now = deps.clock.now();
  const id = deps.newId('workspace');
  await deps.db.insert(workspaces).values({
    id,
    name: 'Another workspace',
    slug: id,
    plan: 'SELF_HOSTED',
    createdAt: now,
    updatedAt: now,
  });
  await deps.db.insert(memberships).values({
    id: deps.newId('membership'),
    workspaceId: id,
    userId: owner.userId,
    role: 'OWNER',
    createdAt: now,
  });
  return id;
}
