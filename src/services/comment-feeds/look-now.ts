import type { SocialAccountRow } from '../account-records/view.js';
import { commentsOf } from '../account-records/reads-comments.js';
import type { ServiceDeps } from '../shared/context.js';
import { askForComments, askForPost } from './enrol.js';
import { startReads } from './refresh.js';

/** A platform says that there is something new under a post of the account, or (null) somewhere under its posts. */
export async function lookNow(
  deps: ServiceDeps,
  account: SocialAccountRow,
  externalPostId: string | null,
): Promise<void> {
  if (account.deletedAt !== null || !commentsOf(deps, account).reads) return;
  if (externalPostId === null) await askForComments(deps, { accountIds: [account.id] });
  else await askForPost(deps, account, externalPostId);
  await startReads(deps, [account.id]);
}
