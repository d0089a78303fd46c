import type postgres from 'postgres';

/**
 * Inserts this many drafts like the given one, over four weeks, as rows, because thousands of calls would take minutes.
 */
export async function insertPostsLike(
  sql: postgres.Sql,
  likeId: string,
  { count, from }: { count: number; from: string },
): Promise<void> {
  const name = `${from}x${count}`;
  await sql`
    insert into posts select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'post_bulk' || ${name}::text || 'x' || n,
      'caption', 'Bulk ' || n,
      'scheduled_at', ${from}::timestamptz + interval '12 hours' + n * interval '28 days' / ${count}::int
    ))).* from posts p, generate_series(1, ${count}::int) n where p.id = ${likeId}`;
  await sql`
    insert into publications select (jsonb_populate_record(t, jsonb_build_object(
      'id', 'tgt_bulk' || ${name}::text || 'x' || n,
      'post_id', 'post_bulk' || ${name}::text || 'x' || n
    ))).* from publications t, generate_series(1, ${count}::int) n where t.post_id = ${likeId}`;
}
