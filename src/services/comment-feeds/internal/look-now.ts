import { and, eq, inArray, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { PushedLook } from '../../../platforms/kit/comments.js';
import { commentsOf } from '../../account-grants/reads-comments.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { startReads } from '../../platform-reads/refresh.js';
import type { ServiceDeps } from '../../shared/context.js';
import { askForComments, askForPosts } from '../enrol.js';
import type { StartGate } from './start-gate.js';

/**
 * Handles a platform's push about new comments: makes them due in every workspace that connected the account, and
 * starts reads. A read that is not started now stays due for the next sweep.
 */
export async function lookNow(
  deps: ServiceDeps,
  gate: StartGate,
  { platform, looks }: { platform: PlatformName; looks: readonly PushedLook[] },
): Promise<void> {
  const postsByAccount = new Map<string, Set<string | null>>();
  for (const { externalAccountId, externalPostId } of looks) {
    const posts = postsByAccount.get(externalAccountId) ?? new Set();
    postsByAccount.set(externalAccountId, posts.add(externalPostId));
  }
  const accounts = await readAccounts(deps, platform, [...postsByAccount.keys()]);
  for (const account of accounts) {
    await makeDue(deps, account, postsByAccount.get(account.externalAccountId) ?? new Set());
  }
  const nowMs = deps.clock.now().getTime();
  const started = accounts.filter(({ id, status }) => status === 'ACTIVE' && gate.mayStart(id, nowMs));
  await startReads(
    deps,
    (starter, id) => starter.startCommentRead(id),
    started.map(({ id }) => id),
  );
}

/** Reads the connected accounts among these whose comments are read. */
async function readAccounts(
  deps: ServiceDeps,
  platform: PlatformName,
  externalAccountIds: string[],
): Promise<SocialAccountRow[]> {
  if (externalAccountIds.length === 0) return [];
  const rows = await deps.db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.platform, platform),
        inArray(socialAccounts.externalAccountId, externalAccountIds),
        isNull(socialAccounts.deletedAt),
      ),
    );
  return rows.filter((account) => commentsOf(deps, account).reads);
}

async function makeDue(
  deps: ServiceDeps,
  account: SocialAccountRow,
  externalPostIds: ReadonlySet<string | null>,
): Promise<void> {
  const named = [...externalPostIds].filter((id) => id !== null);
  await askForPosts(deps, account, named);
  if (externalPostIds.has(null)) await askForComments(deps, { accountIds: [account.id] });
}
