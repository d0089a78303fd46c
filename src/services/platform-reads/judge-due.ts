import { sql, type SQL } from 'drizzle-orm';
import { commentCalls, socialAccounts } from '../../db/schema/index.js';
import { counting } from './call-budget.js';
import type { ReadLimits } from './read-limits.js';

/** The wait before an account is checked again that a user must reconnect first. */
const idleWaitMs = 30 * 60_000;
const disconnectedWaitMs = 6 * 60 * 60_000;
/** The longest wait of a post whose account has many other posts before it. */
const spentWaitMsMax = 6 * 60 * 60_000;

/** The limits of one platform, for one kind of read. */
export interface DueLimits extends ReadLimits {
  /** The number of posts that one call reads. */
  perCall: number;
  /** Whether the platform charges for reads, so that they are off unless a user has turned them on. */
  paid: boolean;
  /** The permission without which nothing can be read. */
  scope?: string;
}

export type DueVerdict = 'READ' | 'LATER' | 'STOP' | 'EXPIRED' | 'DISCONNECTED' | 'PAUSED' | 'SPENT';

interface DueReads {
  /** The limits by platform. */
  limits: Readonly<Record<string, DueLimits>>;
  now: Date;
  /** The column of the due rows `f` that identifies a row within its account. */
  key: SQL;
  /** Whether reading is on for the account `a`. Null: the default of its platform. */
  isOn: SQL;
  /** Whether a due row is a later part of a long read, which comes after the account's other posts. */
  isLaterPart: SQL;
}

/** A time of a statement. */
export const atTime = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/**
 * The SQL that decides about each row in `due`, and counts the calls of those that are read. An account earns its used
 * calls back over time, and may use only a limited number in advance. If accounts share calls, the first call of each
 * comes before the second call of any. `judged` has the verdicts, by `social_account_id` and `key`.
 */
export function judging({ limits, now, key, isOn, isLaterPart }: DueReads): SQL {
  const at = atTime(now);
  const aheadMs = (time: SQL): SQL =>
    sql`coalesce(greatest(extract(epoch from ${time} - ${at}) * 1000, 0), 0)::double precision`;
  return sql`placed as (
      select f.social_account_id, ${key} as key, f.platform, f.due_at, a.status, a.deleted_at, a.sandbox,
        greatest(a.paced_until, a.comments_paused_until, c.spent_until) as paused_until,
        coalesce(${isOn}, not l.paid) and coalesce(a.scopes @> to_jsonb(l.scope), true) as reads,
        l.calls as calls_max, l."callMs" as call_ms, l."sharedCallMs" as shared_call_ms,
        (l."aheadMsMax" - ${aheadMs(sql`a.comments_calls_at`)}) / l."callMs" as calls_left,
        (l."sharedAheadMsMax" - ${aheadMs(sql`c.calls_at`)}) / l."sharedCallMs" as shared_left,
        (row_number() over (partition by f.social_account_id
          order by ${isLaterPart}, f.due_at, ${key}) - 1) / l."perCall" + 1 as place
      from due f join ${socialAccounts} a on a.id = f.social_account_id
        left join ${commentCalls} c on c.platform = f.platform and c.sandbox = a.sandbox
        cross join lateral json_to_record(coalesce(${JSON.stringify(limits)}::json -> f.platform, '{}'::json)) as l(
          calls int, "perCall" int, paid boolean, scope text, "callMs" double precision,
          "aheadMsMax" double precision, "sharedCallMs" double precision, "sharedAheadMsMax" double precision)
    ), wanted as (
      select *, min(due_at) over (partition by social_account_id, place) as call_due_at, case
        when calls_max is null or reads is not true then 'STOP'
        when deleted_at is not null then 'DISCONNECTED'
        when status <> 'ACTIVE' then 'EXPIRED'
        when paused_until > ${at} then 'PAUSED'
        when place > least(floor(calls_left), calls_max) then 'LATER'
        else 'READ' end as wish
      from placed
    ), turns as (
      select *, dense_rank() over (partition by platform, sandbox, wish
        order by place, call_due_at, social_account_id) as turn
      from wanted
    ), judged as (
      select *, case when wish = 'READ' and turn > floor(shared_left) then 'SPENT' else wish end as verdict from turns
    ), used as (
      select social_account_id, platform, sandbox, count(distinct place) * max(call_ms) as ms,
        count(distinct place) * max(shared_call_ms) as shared_ms
      from judged where verdict = 'READ' group by social_account_id, platform, sandbox
    ), ${counting(now)}`;
}

/** The SQL of the next due time of a row `f` by its verdict in `judged`. A row that is read keeps its own. */
export function nextDueAt(now: Date): SQL {
  const at = atTime(now);
  const after = (ms: number): SQL => sql`${at} + ${ms} * interval '1 millisecond' * (0.9 + 0.2 * random())`;
  return sql`case verdict
      when 'READ' then f.due_at
      when 'STOP' then null
      when 'DISCONNECTED' then ${after(disconnectedWaitMs)}
      when 'EXPIRED' then ${after(idleWaitMs)}
      when 'PAUSED' then paused_until + random() * interval '1 minute'
      when 'SPENT' then ${at} + least((turn - shared_left) * shared_call_ms, ${spentWaitMsMax})
        * interval '1 millisecond'
      else ${at} + (place - least(calls_left, calls_max)) * call_ms * interval '1 millisecond' end`;
}
