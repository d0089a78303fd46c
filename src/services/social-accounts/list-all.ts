import { asc, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { SocialAccountView } from '../account-records/types.js';
import { toSocialAccountView } from '../account-records/view.js';
import type { ServiceDeps } from '../shared/context.js';

/** Everybody's connected accounts, workspace by workspace: for commands of whoever runs the installation. */
export async function listAllAccounts(
  { db }: Pick<ServiceDeps, 'db'>,
  { limit }: { limit: number },
): Promise<SocialAccountView[]> {
  const rows = await db
    .select()
    .from(socialAccounts)
    .where(isNull(socialAccounts.deletedAt))
    .orderBy(asc(socialAccounts.workspaceId), asc(socialAccounts.createdAt))
    .limit(limit);
  return rows.map(toSocialAccountView);
}
