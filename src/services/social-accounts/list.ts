import { and, inArray, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { PlatformName, SocialAccountStatus } from '../../domain/platforms.js';
import { reachedWorkspaces } from '../shared/rights/access.js';
import { createdAtKeyset, type PageRequest } from '../shared/paging/keyset.js';
import type { Page } from '../shared/paging/page.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { toSocialAccountView } from '../account-grants/view.js';
import type { AccountContext } from './get.js';

export interface ListSocialAccountsInput extends PageRequest {
  workspaceId?: string;
  platform?: PlatformName[];
  status?: SocialAccountStatus[];
}

/** The connected accounts of one workspace, or of every workspace that the credential can access. */
export async function listSocialAccounts(
  ctx: AccountContext,
  input: ListSocialAccountsInput,
): Promise<Page<SocialAccountView>> {
  const { workspaceId, platform, status } = input;
  const workspaceIds = reachedWorkspaces(ctx.reach, workspaceId);
  const scope = JSON.stringify(['social-accounts', workspaceId ?? null, platform ?? null, status ?? null]);
  const keyset = createdAtKeyset(ctx.cursorKey, input, scope, socialAccounts);
  const rows = await ctx.db
    .select()
    .from(socialAccounts)
    .where(
      and(
        inArray(socialAccounts.workspaceId, workspaceIds),
        isNull(socialAccounts.deletedAt),
        platform && inArray(socialAccounts.platform, platform),
        status && inArray(socialAccounts.status, status),
        keyset.after,
      ),
    )
    .orderBy(...keyset.orderBy)
    .limit(keyset.fetchCount);
  return keyset.toPage(rows, (row) => toSocialAccountView(ctx, row));
}
