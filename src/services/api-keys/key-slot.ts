import { and, count, eq, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';

/** Throws if the user has too many keys of a kind that were not revoked. The caller has locked the user. */
export async function requireKeySlot(
  tx: Tx,
  { userId, kind }: { userId: string; kind: SQL },
  { max, code, message }: { max: number; code: string; message: string },
): Promise<void> {
  const [live] = await tx
    .select({ rows: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), kind));
  const actual = live?.rows ?? 0;
  if (actual < max) return;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: '', code, message, limit: max, actual }],
  });
}
