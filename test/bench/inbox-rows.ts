import postgres from 'postgres';
import { measureIntervalMs } from '../../src/domain/metrics.js';

/** Inserts accounts with public posts, which are at most `spanMs` old, by SQL. */
export async function insertInbox(
  databaseUrl: string,
  inbox: { accounts: number; posts: number; spanMs: number; credentials: string },
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const { accounts, posts, spanMs, credentials } = inbox;
  const idOf = (prefix: string, number = sql`n`): postgres.PendingQuery<postgres.Row[]> =>
    sql`${`${prefix}_`}::text || lpad((${number})::text, 24, '0')`;
  const at = sql`now() - ${spanMs} * interval '1 millisecond' * n / ${posts}::float8`;
  try {
    await sql`insert into users (id, email, name, created_at, updated_at)
      values ('usr_inbox', 'inbox@example.test', 'Inbox', now(), now())`;
    await sql`insert into workspaces (id, name, slug, plan, created_at, updated_at)
      values ('ws_inbox', 'Inbox', 'inbox', 'SELF_HOSTED', now(), now())`;
    await sql`insert into social_accounts (id, workspace_id, platform, external_account_id, handle, status, sandbox,
        credentials, credentials_version, missing_scopes, created_at, updated_at)
      select ${idOf('acc')}, 'ws_inbox', 'BLUESKY', 'ext-' || n, 'tester', 'ACTIVE', false, ${credentials}, 1, '[]',
        now() - interval '90 days', now() from generate_series(1, ${accounts}::int) as n`;
    await sql`insert into posts (id, workspace_id, created_by_user_id, status, caption, generation, created_via_api,
        created_via_flat_shape, created_at, updated_at)
      select ${idOf('post')}, 'ws_inbox', 'usr_inbox', 'PUBLISHED', 'A caption of usual length.', 1, true, false,
        ${at}, ${at} from generate_series(1, ${posts}::int) as n`;
    await sql`insert into publications (id, post_id, "order", social_account_id, platform, status,
        media_ids, republish_unconfirmed, attempt_count, published_at, external_post_id, created_at, updated_at)
      select ${idOf('tgt')}, ${idOf('post')}, 0, ${idOf('acc', sql`1 + n % ${accounts}::int`)}, 'BLUESKY',
        'PUBLISHED', '[]', false, 1, ${at}, 'ext-post-' || n, ${at}, ${at}
      from generate_series(1, ${posts}::int) as n`;
    for (const table of ['social_accounts', 'posts', 'publications'])
      await sql`vacuum (analyze) ${sql(table)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Sets all feeds as if their posts had been read for a while: each is due at its own time and has a digest. */
export async function restFeeds(
  databaseUrl: string,
  { digest, nowMs }: { digest: string; nowMs: number },
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const now = new Date(nowMs);
  try {
    await sql`update comment_feeds set digest = ${digest}, read_at = ${now}, read_fully_at = ${now}, claimed_until = null,
      due_at = ${now}::timestamptz + random() * case
        when published_at > ${now}::timestamptz - interval '1 hour' then interval '5 minutes'
        when published_at > ${now}::timestamptz - interval '1 day' then interval '30 minutes'
        else interval '6 hours' end`;
    await sql`vacuum (analyze) comment_feeds`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Sets all feeds as if their posts had been measured for a while: each is due at its own time. */
export async function spreadReadings(databaseUrl: string, nowMs: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const now = new Date(nowMs);
  const ages = sql<
    { target_id: string; published_at: Date }[]
  >`select target_id, published_at from metric_feeds`;
  try {
    const rows = (await ages).flatMap(({ target_id: id, published_at: publishedAt }) => {
      const everyMs = measureIntervalMs(nowMs - publishedAt.getTime());
      return everyMs === null ? [] : [{ id, waitMs: Math.round(everyMs * Math.random()) }];
    });
    await sql`update metric_feeds set measured_at = ${now},
      due_at = ${now}::timestamptz + due."waitMs" * interval '1 millisecond'
      from jsonb_to_recordset(${sql.json(rows)}) as due (id text, "waitMs" float8)
      where metric_feeds.target_id = due.id`;
    await sql`vacuum (analyze) metric_feeds`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
