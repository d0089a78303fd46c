import { and, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';

/** A target whose account was disconnected has nowhere to go (409). */
export async function checkConnected(q: Queryable, socialAccountIds: string[]): Promise<void> {
  const rows = await q
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(and(inArray(socialAccounts.id, socialAccountIds), isNull(socialAccounts.deletedAt)));
  const connected = new Set(rows.map(({ id }) => id));
  const gone = socialAccountIds.find((id) => !connected.has(id));
  if (gone === undefined) return;
  throw new AppError(
    'FK_VIOLATION',
    'A social account of the post is disconnected. Connect it again, or take it out.',
    {
      accountId: gone,
    },
  );
}

/** A dead grant cannot publish: said at once, instead of failing the run a moment later (503, spec, Errors). */
export async function checkGrants(q: Queryable, socialAccountIds: string[]): Promise<void> {
  const rows = await q
    .select({ id: socialAccounts.id, status: socialAccounts.status })
    .from(socialAccounts)
    .where(inArray(socialAccounts.id, socialAccountIds));
  const expired = rows.find((row) => row.status === 'TOKEN_EXPIRED');
  if (expired === undefined) return;
  throw new AppError('PLATFORM_AUTH_FAILED', 'The account must be reconnected before it can publish.', {
    accountId: expired.id,
  });
}
