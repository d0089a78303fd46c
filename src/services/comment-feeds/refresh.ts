import { commentsOf } from '../account-grants/reads-comments.js';
import { refreshAccounts, type RefreshInput, type RefreshView } from '../platform-reads/refresh.js';
import type { RequestContext } from '../shared/context.js';
import { askForComments } from './enrol.js';

/** Reads comments immediately. */
export async function refreshComments(ctx: RequestContext, input: RefreshInput): Promise<RefreshView> {
  return refreshAccounts<never>(ctx, input, {
    refreshedAt: 'commentsRefreshedAt',
    whyNot: (asked, account) => {
      const { available, reads } = commentsOf(asked, account);
      if (!available) return 'NOT_SUPPORTED';
      return reads ? null : 'SWITCHED_OFF';
    },
    ask: askForComments,
    start: (starter, id) => starter.startCommentRead(id),
  });
}
