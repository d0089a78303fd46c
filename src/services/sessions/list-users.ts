import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { memberships, users, workspaces } from '../../db/schema/index.js';
import type { InstallationRole } from '../../domain/installation-roles.js';
import type { Role } from '../../domain/roles.js';
import type { ServiceDeps } from '../shared/context.js';

export interface ListedUser {
  email: string;
  name: string;
  installationRole: InstallationRole;
  /** The living workspaces of which the user is a member. */
  workspaces: { name: string; role: Role }[];
}

const usersAtOnceMax = 200;

/** Yields all users of the installation by their email addresses. For the operator's commands, not for requests. */
export async function* listUsers({ db }: Pick<ServiceDeps, 'db'>): AsyncGenerator<ListedUser> {
  const address = sql<string>`lower(${users.email})`;
  for (let after = ''; ;) {
    const rows = await db
      .select({
        id: users.id,
        address,
        email: users.email,
        name: users.name,
        installationRole: users.installationRole,
      })
      .from(users)
      .where(gt(address, after))
      .orderBy(asc(address))
      .limit(usersAtOnceMax);
    const last = rows.at(-1);
    if (last === undefined) return;
    const ids = rows.map(({ id }) => id);
    const joined = await db
      .select({ userId: memberships.userId, name: workspaces.name, role: memberships.role })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
      .where(and(inArray(memberships.userId, ids), isNull(workspaces.deletedAt)))
      .orderBy(asc(workspaces.name), asc(workspaces.id));
    for (const { id, email, name, installationRole } of rows) {
      const own = joined.filter(({ userId }) => userId === id);
      yield { email, name, installationRole, workspaces: own.map(({ name, role }) => ({ name, role })) };
    }
    after = last.address;
  }
}
