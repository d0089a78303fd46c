import type { socialAccounts } from '../../db/schema/index.js';
import type { GrantLife } from '../../platforms/kit/connect.js';

/** A refresh that comes later than this before the end might come too late. */
const lastMomentMs = 60_000;

/**
 * When a grant is to be refreshed so that it does not die unused; null: it need not be. Two thirds of its life are over
 * then: the last third is for tries that fail.
 */
export function refreshDueAt(
  { refreshBy, refreshNotBefore }: Pick<GrantLife, 'refreshBy' | 'refreshNotBefore'>,
  now: Date,
): Date | null {
  if (refreshBy === null) return null;
  const leftMs = refreshBy.getTime() - now.getTime();
  const dueMs = Math.max(now.getTime() + (leftMs * 2) / 3, refreshNotBefore?.getTime() ?? 0);
  return new Date(Math.floor(Math.min(dueMs, refreshBy.getTime() - lastMomentMs)));
}

type LifeColumns = Pick<
  typeof socialAccounts.$inferSelect,
  'tokenExpiresAt' | 'refreshDueAt' | 'reconnectBy'
>;

/** What an account's row keeps of a new grant's life. */
export function lifeColumns(life: GrantLife | undefined, now: Date): LifeColumns {
  if (life === undefined) return { tokenExpiresAt: null, refreshDueAt: null, reconnectBy: null };
  return {
    tokenExpiresAt: life.tokenExpiresAt,
    refreshDueAt: refreshDueAt(life, now),
    reconnectBy: life.reconnectBy,
  };
}
