import { paidReadsMonthOf } from '../../domain/comments.js';
import type { socialAccounts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import type { AccountCommentsView } from './types.js';

type Deps = Pick<ServiceDeps, 'platforms' | 'clock'>;
type Row = typeof socialAccounts.$inferSelect;

/** The state of reading an account's comments, as callers see it. */
export function commentsOf(
  { platforms, clock }: Deps,
  account: Pick<Row, 'platform' | 'readsComments' | 'paidReadsMonth' | 'paidReads'>,
): AccountCommentsView {
  const comments = platforms.get(account.platform)?.comments;
  const paid = comments?.paidReads ?? false;
  const isThisMonth = account.paidReadsMonth === paidReadsMonthOf(clock.now());
  return {
    available: comments !== undefined,
    reads: comments !== undefined && (account.readsComments ?? !paid),
    paid,
    paidReadsThisMonth: isThisMonth ? account.paidReads : 0,
  };
}
