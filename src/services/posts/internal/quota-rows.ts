import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { socialAccounts, targets } from '../../../db/schema/index.js';
import { groupBy } from '../../../domain/group-by.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PlatformQuota } from '../../../platforms/kit/platform.js';

/** The number of publications that are counted at most, for one account or for a day of all accounts together. */
const publicationsMax = 12_000;

/** The scope of a count: one platform account in all workspaces, or all accounts of its platform. */
export interface QuotaPlace {
  accountId: string;
  scope: PlatformQuota['scope'];
}

export const placeKeyOf = ({ accountId, scope }: QuotaPlace): string => `${accountId} ${scope}`;

export interface QuotaSpan {
  since: Date;
  until: Date;
  /** The post that is being scheduled, which does not count with its earlier time. */
  exceptPostId: string;
}

/** A publication that counts, with the time at which it became or will become public. */
export interface CountedRow {
  atMs: number;
  postId: string;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  /** The further parts and the first comment. */
  replies: number;
}

export interface CountedRows {
  rowsByPlace: ReadonlyMap<string, CountedRow[]>;
  /** The time up to which the rows are complete. Null if they cover the whole span. */
  cutAtMs: number | null;
}

/**
 * Counts in one statement how many publications, including first comments, each place has at most in a span. For all
 * accounts of a platform, sandbox accounts are counted as well, because telling them apart would take most of the time.
 */
export async function countPublications(
  q: Queryable,
  places: readonly QuotaPlace[],
  span: QuotaSpan,
): Promise<ReadonlyMap<string, number>> {
  const rows = await q.execute<{ members: string[]; count: string }>(sql`
    with ${foundIn(places, span, sql`true`)}
    select members, count(*) + sum(replies) as count from found group by members`);
  return new Map(rows.flatMap(({ members, count }) => members.map((key) => [key, Number(count)])));
}

/** Reads the publications of each place in a span, in order of time. */
export async function readPublications(
  q: Queryable,
  places: readonly QuotaPlace[],
  span: QuotaSpan,
): Promise<CountedRows> {
  const rows = await q.execute<RawRow>(sql`
    with ${foundIn(places, span, isOfSandboxOrNot)}
    select members, extract(epoch from at) * 1000 as "atMs", post_id as "postId",
      platform_options as "platformOptions", media_ids as "mediaIds", replies
    from found order by at limit ${publicationsMax}`);
  const counted = rows.map(({ atMs, ...row }) => ({ ...row, atMs: Number(atMs) }));
  const shares = counted.flatMap((row) => row.members.map((place) => ({ place, row })));
  const rowsByPlace = new Map(
    [...groupBy(shares, ({ place }) => place)].map(([place, of]) => [place, of.map(({ row }) => row)]),
  );
  const last = counted.length === publicationsMax ? counted.at(-1) : undefined;
  return { rowsByPlace, cutAtMs: last?.atMs ?? null };
}

interface RawRow extends Record<string, unknown> {
  members: string[];
  atMs: string;
  postId: string;
  platformOptions: JsonObject | null;
  mediaIds: string[];
  /** The further parts and the first comment. */
  replies: number;
}

/** The parts that were published, and those that are about to be. */
const parts = sql`jsonb_array_length(coalesce(parts_override, (select posts.parts from posts where posts.id = post_id)))`;
const columns = sql`coalesce(published_at, scheduled_for) as at, post_id, platform_options, media_ids,
  (first_comment is not null)::int + ${parts} as replies`;
const waits = sql`status in ('SCHEDULED', 'PUBLISHING')`;
const isOfSandboxOrNot = sql`(
  select home.sandbox from ${socialAccounts} home where home.id = social_account_id) = places.sandbox`;
/** A post becomes public within about a day of its time, or not at all. */
const lateHoursMax = 25;

/**
 * Selects the publications of each place; `members` are the request's accounts that share it. Two indexes find an
 * account's public and waiting publications; those of all accounts of a platform are found by their time.
 */
function foundIn(
  places: readonly QuotaPlace[],
  { since, until, exceptPostId }: QuotaSpan,
  isCounted: SQL,
): SQL {
  const wanted = JSON.stringify(places.map(({ accountId, scope }) => ({ id: accountId, scope })));
  const [from, to] = [sql`${since.toISOString()}::timestamptz`, sql`${until.toISOString()}::timestamptz`];
  // Replies to comments are left out, because platforms have separate quotas for them, if any.
  const isOther = sql`post_id <> ${exceptPostId} and reply_to is null`;
  const part = (where: SQL): SQL => sql`(select ${columns} from ${targets}
    where ${where} and ${isOther} limit ${publicationsMax})`;
  return sql`
    asked as (
      select own.id || ' ' || wanted.scope as member, own.platform, own.sandbox,
        case wanted.scope when 'account' then own.external_account_id end as external_id
      from json_to_recordset(${wanted}::json) as wanted (id text, scope text)
      join ${socialAccounts} own on own.id = wanted.id
    ), places as (
      select array_agg(member) as members, platform, sandbox, external_id
      from asked group by platform, sandbox, external_id
    ), found as (
      select places.members, one.* from places
      join ${socialAccounts} home
        on home.platform = places.platform and home.external_account_id = places.external_id
      cross join lateral (
        ${part(sql`social_account_id = home.id and status = 'PUBLISHED' and published_at > ${from} and published_at < ${to}`)}
        union all
        ${part(sql`social_account_id = home.id and published_at is null and ${waits} and scheduled_for > ${from} and scheduled_for < ${to}`)}
      ) one
      where home.sandbox = places.sandbox
      union all
      select places.members, one.* from places
      cross join lateral (
        ${part(sql`platform = places.platform and status in ('SCHEDULED', 'PUBLISHING', 'PUBLISHED')
          and scheduled_for > ${from} - ${lateHoursMax} * interval '1 hour' and scheduled_for < ${to}
          and coalesce(published_at, scheduled_for) > ${from} and coalesce(published_at, scheduled_for) < ${to}
          and ${isCounted}`)}
      ) one
      where places.external_id is null
    )`;
}
