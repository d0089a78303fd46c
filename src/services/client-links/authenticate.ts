import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { clientLinks, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { UnknownKeys } from '../api-keys/unknown-keys.js';
import type { ClientLinkActor, Reach, ServiceDeps } from '../shared/context.js';
import { clientLinkEnded } from '../shared/rights/access.js';
import { clientRole } from '../shared/rights/rights-now.js';
import { hashToken } from '../shared/secrets/token.js';

/** The precision of `lastUsedAt`, which is only shown to people. */
const lastUsedStepMs = 60_000;

type LinkDeps = Pick<ServiceDeps, 'db' | 'clock'>;

/** Reads the link and its workspace for each request, so that a revoked or expired link ends with the next one. */
export async function authenticateClient(
  deps: LinkDeps,
  token: string,
  unknownLinks: UnknownKeys,
): Promise<{ actor: ClientLinkActor; reach: Reach }> {
  const now = deps.clock.now();
  const tokenHash = hashToken(token);
  if (unknownLinks.has(tokenHash, now.getTime())) throw noClientLink();
  const [found] = await deps.db
    .select({ link: clientLinks, plan: workspaces.plan, requireApproval: workspaces.requireApproval })
    .from(clientLinks)
    .innerJoin(workspaces, and(eq(workspaces.id, clientLinks.workspaceId), isNull(workspaces.deletedAt)))
    .where(eq(clientLinks.tokenHash, tokenHash));
  if (found === undefined) {
    unknownLinks.add(tokenHash, now.getTime());
    throw noClientLink();
  }
  const { link, ...settings } = found;
  const { id, workspaceId, name } = link;
  if (link.revokedAt !== null) throw clientLinkEnded('revoked');
  if (link.expiresAt <= now) throw clientLinkEnded('expired');
  await noteUse(deps, link);
  return {
    actor: { kind: 'clientLink', clientLinkId: id, name },
    reach: {
      userId: id,
      roleByWorkspace: new Map([[workspaceId, clientRole]]),
      settingsByWorkspace: new Map([[workspaceId, settings]]),
      ownerWorkspaceIds: new Set([workspaceId]),
    },
  };
}

export const noClientLink = (): AppError<'INVALID_API_KEY'> =>
  new AppError('INVALID_API_KEY', 'There is no such link.', {});

async function noteUse(
  { db, clock }: LinkDeps,
  link: Pick<typeof clientLinks.$inferSelect, 'id' | 'lastUsedAt'>,
): Promise<void> {
  const now = clock.now();
  const staleBefore = new Date(now.getTime() - lastUsedStepMs);
  if (link.lastUsedAt !== null && link.lastUsedAt >= staleBefore) return;
  const isStale = or(isNull(clientLinks.lastUsedAt), lt(clientLinks.lastUsedAt, staleBefore));
  await db
    .update(clientLinks)
    .set({ lastUsedAt: now })
    .where(and(eq(clientLinks.id, link.id), isStale));
}
