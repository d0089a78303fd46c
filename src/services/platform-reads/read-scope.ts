import { sql, type SQL } from 'drizzle-orm';

/** The rows of a sweep: those of one account, or a share of all. */
export interface ReadScope {
  socialAccountId?: string;
  share?: { index: number; of: number };
}

/** The SQL condition for the due rows `f` of a sweep. An account's rows are in one share, so that one reader counts its calls. */
export function inScope({ socialAccountId, share }: ReadScope): SQL {
  if (socialAccountId !== undefined) return sql`f.social_account_id = ${socialAccountId}`;
  if (share === undefined) return sql`true`;
  return sql`abs(hashtext(f.social_account_id)::bigint) % ${share.of}::int = ${share.index}::int`;
}
