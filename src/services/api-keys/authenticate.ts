import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { apiKeys, apiKeyWorkspaces, memberships } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { Role } from '../../domain/roles.js';
import type { Actor, Reach, ServiceDeps } from '../context.js';
import { hashApiKey } from './key-format.js';

/** `lastUsedAt` is for people: finer than this, it would cost a write in every request. */
const lastUsedStepMs = 60_000;

type AuthDeps = Pick<ServiceDeps, 'db' | 'clock'>;

/**
 * Who calls, and in which workspaces. Read anew for each request, so that a revoked key, a lost membership or a
 * changed role counts from the next request on.
 */
export async function authenticate(deps: AuthDeps, token: string): Promise<{ actor: Actor; reach: Reach }> {
  const rows = await deps.db
    .select({
      id: apiKeys.id,
      userId: apiKeys.userId,
      mode: apiKeys.mode,
      lastUsedAt: apiKeys.lastUsedAt,
      workspaceId: memberships.workspaceId,
      role: memberships.role,
      listed: apiKeyWorkspaces.workspaceId,
    })
    .from(apiKeys)
    .leftJoin(memberships, eq(memberships.userId, apiKeys.userId))
    .leftJoin(
      apiKeyWorkspaces,
      and(
        eq(apiKeyWorkspaces.apiKeyId, apiKeys.id),
        eq(apiKeyWorkspaces.workspaceId, memberships.workspaceId),
      ),
    )
    .where(and(eq(apiKeys.hash, hashApiKey(token)), isNull(apiKeys.revokedAt)));
  const [key] = rows;
  if (key === undefined)
    throw new AppError('INVALID_API_KEY', 'The API key is not known or was revoked.', {});
  await noteUse(deps, key);
  return {
    actor: { kind: 'apiKey', apiKeyId: key.id, userId: key.userId },
    reach: { userId: key.userId, ...reachOf(rows) },
  };
}

interface MembershipRow {
  mode: 'full' | 'scoped';
  workspaceId: string | null;
  role: Role | null;
  listed: string | null;
}

function reachOf(rows: readonly MembershipRow[]): Pick<Reach, 'roleByWorkspace' | 'ownerWorkspaceIds'> {
  const roleByWorkspace = new Map<string, Role>();
  const ownerWorkspaceIds = new Set<string>();
  for (const { mode, workspaceId, role, listed } of rows) {
    if (workspaceId === null || role === null) continue;
    ownerWorkspaceIds.add(workspaceId);
    if (mode === 'full' || listed !== null) roleByWorkspace.set(workspaceId, role);
  }
  return { roleByWorkspace, ownerWorkspaceIds };
}

async function noteUse({ db, clock }: AuthDeps, key: { id: string; lastUsedAt: Date | null }): Promise<void> {
  const now = clock.now();
  const staleBefore = new Date(now.getTime() - lastUsedStepMs);
  if (key.lastUsedAt !== null && key.lastUsedAt >= staleBefore) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, key.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, staleBefore))));
}
