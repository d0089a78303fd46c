import postgres from 'postgres';
import type { BenchStack } from './bench-stack.js';

const firstCreatedAt = new Date('2024-01-01T00:00:00Z');
const secondsApart = 30;

/** Inserts posts with one target each within the database. Returns once the database has analyzed the tables. */
export async function insertPosts(stack: BenchStack, count: number): Promise<void> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  const account = stack.accounts.map(({ id, platform }) => ({ id, platform }));
  try {
    const [member] = await sql<{ user_id: string }[]>`
      select user_id from memberships where workspace_id = ${stack.workspaceId} limit 1`;
    if (member === undefined) throw new Error('The workspace has no member.');
    await sql`
      insert into posts (id, workspace_id, created_by_user_id, status, caption, scheduled_at, timezone, generation,
        created_via_api, created_via_flat_shape, created_at, updated_at)
      select ${idOf('post')}, ${stack.workspaceId}, ${member.user_id},
        (array['PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED',
          'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED'])[1 + n % 10],
        'A caption of usual length for the post number ' || n || ' of a workspace that has been busy for years.',
        at + interval '1 hour', 'Europe/Berlin', 1, true, false, at, at
      from ${series(count)}`;
    await sql`
      insert into publications (id, post_id, "order", social_account_id, platform, status, media_ids,
        scheduled_for, republish_unconfirmed, attempt_count, created_at, updated_at)
      select ${idOf('tgt')}, ${idOf('post')}, 0, account ->> 'id', account ->> 'platform',
        (array['PUBLISHED', 'FAILED', 'CANCELED'])[case n % 10 when 8 then 2 when 9 then 3 else 1 end],
        '[]', at + interval '1 hour', false, 1, at, at
      from ${series(count)}, lateral (select ${sql.json(account)}::jsonb -> (n % ${account.length})) as a (account)`;
    await sql`vacuum (analyze) posts`;
    await sql`vacuum (analyze) publications`;
  } finally {
    await sql.end({ timeout: 5 });
  }

  function series(rows: number): postgres.PendingQuery<postgres.Row[]> {
    return sql`(select n, ${firstCreatedAt}::timestamptz + n * make_interval(secs => ${secondsApart}) as at
      from generate_series(1, ${rows}) as n) as numbered`;
  }

  function idOf(prefix: 'post' | 'tgt'): postgres.PendingQuery<postgres.Row[]> {
    return sql`${`${prefix}_`}::text || lpad(n::text, 24, '0')`;
  }
}

/** Returns the creation time of the post in the middle. */
export function middlePost(count: number): { createdAt: Date } {
  return { createdAt: new Date(firstCreatedAt.getTime() + Math.floor(count / 2) * secondsApart * 1_000) };
}
