import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { memberships, users } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';
import { mayCreateWorkspace } from '../../../domain/installation-roles.js';
import type { ServiceDeps } from '../../shared/context.js';

/** Throws if the user may not create workspaces on this installation. */
export async function requireMayCreate(
  q: Queryable,
  { workspaces: { creation }, signUp: { policy } }: Pick<ServiceDeps, 'workspaces' | 'signUp'>,
  userId: string,
): Promise<void> {
  const rows = await q
    .select({ installationRole: users.installationRole, role: memberships.role })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(users.id, userId));
  const creator = {
    installationRole: rows[0]?.installationRole ?? 'MEMBER',
    roles: rows.flatMap(({ role }) => role ?? []),
  };
  if (mayCreateWorkspace(creator, { creation, signUpOpen: policy === 'open' })) return;
  const who = creation === 'operators' ? 'operators' : 'operators and owners of workspaces';
  throw new AppError('INSUFFICIENT_ROLE', `On this installation, only ${who} create workspaces.`, {});
}
