import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { memberships } from '../../../db/schema/index.js';
import { hasPermission } from '../../../domain/roles.js';

/**
 * Whether the member who got an upload's URLs may still write to the workspace. True if the uploader is unknown (null).
 */
export async function mayStillUpload(
  q: Queryable,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<boolean> {
  if (userId === null) return true;
  const [member] = await q
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
  return member !== undefined && hasPermission(member.role, 'writeMedia');
}
