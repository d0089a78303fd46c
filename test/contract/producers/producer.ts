import { eq } from 'drizzle-orm';
import { posts, targets } from '../../../src/db/schema/index.js';
import { ahead, call, field, type Answer, type TestApi } from '../../harness/api.js';
import { mintTenant, type Tenant } from '../../harness/tenants.js';
import { leaveTargets, type TargetFields } from '../../harness/leave-targets.js';

/** Makes one real request that fails with the code. */
export type Producer = (world: World) => Promise<Answer>;

export interface World {
  api: TestApi;
  tenant: Tenant;
}

export async function newWorld(api: TestApi): Promise<World> {
  return { api, tenant: await mintTenant(api) };
}

export function send({ api, tenant }: World, method: string, path: string, body?: object): Promise<Answer> {
  return call(api, method, path, { key: tenant.key, ...(body && { body }) });
}

export function flatPost({ tenant }: World, more: object = {}): object {
  return { content: 'x', platforms: [{ accountId: tenant.accountIds[0] }], ...more };
}

export async function newPost(world: World, more: object = {}): Promise<{ id: string; targetId: string }> {
  const answer = await send(world, 'POST', '/posts', flatPost(world, more));
  const [target] = field<{ id: string }[]>(answer, 'targets');
  return { id: field(answer, 'id'), targetId: target?.id ?? '' };
}

export const scheduled = ({ api }: World): object => ({ scheduledFor: ahead(api) });

/** Puts a post and its targets into the state that publishing would have left. */
export async function leaveAs(
  { api }: World,
  postId: string,
  post: Partial<typeof posts.$inferInsert>,
  target: TargetFields = {},
): Promise<void> {
  await api.deps.db.update(posts).set(post).where(eq(posts.id, postId));
  const fields = { status: 'PUBLISHED', ...target } as const;
  await leaveTargets(api.deps.db, eq(targets.postId, postId), fields);
}
