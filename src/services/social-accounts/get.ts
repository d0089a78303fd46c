import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { Permission } from '../../domain/roles.js';
import { authorizeResource } from '../shared/rights/access.js';
import type { PersonOrCommand, Reach, RequestContext, ServiceDeps } from '../shared/context.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { toSocialAccountView, type SocialAccountRow } from '../account-grants/view.js';

/** The context that these operations need. Both requests and operator commands provide it. */
export type AccountContext = ServiceDeps & PersonOrCommand & Pick<RequestContext, 'expect'>;

export async function getSocialAccount(
  ctx: AccountContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<SocialAccountView> {
  return toSocialAccountView(ctx, await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'read'));
}

/** The connected account, if the caller has the permission. Otherwise throws 403 or 404. */
export async function readAccountInReach(
  q: Queryable,
  reach: Reach,
  socialAccountId: string,
  permission: Permission,
): Promise<SocialAccountRow> {
  const [row] = await q
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, socialAccountId), isNull(socialAccounts.deletedAt)));
  authorizeResource(reach, row?.workspaceId, permission);
  return row;
}
