import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { memberships, users } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { mayCreateWorkspace } from '../../domain/installation-roles.js';
import type { ServiceDeps } from '../shared/context.js';

type Settings = Pick<ServiceDeps, 'workspaces' | 'signUp'>;

/** Whether the user may create workspaces on this installation. */
export async function mayCreate(
  q: Queryable,
  { workspaces: { creation }, signUp: { policy } }: Settings,
  userId: string,
): Promise<boolean> {
  const rows = await q
    .select({ installationRole: users.installationRole, role: memberships.role })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(users.id, userId));
  const creator = {
    installationRole: rows[0]?.installationRole ?? 'MEMBER',
    roles: rows.flatMap(({ role }) => role ?? []),
  };
  return mayCreateWorkspace(creator, { creation, signUpOpen: policy === 'open' });
}

/** Throws if the user may not create workspaces on this installation. */
export async function requireMayCreate(q: Queryable, settings: Settings, userId: string): Promise<void> {
  if (await mayCreate(q, settings, userId)) return;
  const isForOperators = settings.workspaces.creation === 'operators';
  const who = isForOperators ? 'operators' : 'operators and owners of workspaces';
  throw new AppError('INSUFFICIENT_ROLE', `On this installation, only ${who} create workspaces.`, {});
}
