import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';

/**
 * The SQL condition that something is read for an account. Paid reads are off unless a user has turned them on.
 * `isPaid` has the platforms that offer it, and whether they charge for it.
 */
export function isRead(
  isOn: typeof socialAccounts.readsComments | typeof socialAccounts.readsMetrics,
  isPaid: ReadonlyMap<PlatformName, boolean>,
): SQL {
  const named = (paid: boolean): string[] => [...isPaid].flatMap(([name, is]) => (is === paid ? [name] : []));
  const { platform } = socialAccounts;
  return sql`(${anyOf(platform, named(false))} and ${isOn} is not false
    or ${anyOf(platform, named(true))} and ${isOn} is true)`;
}
