import { sql } from 'drizzle-orm';
import { builtStatement } from '../../../db/built-query.js';
import { posts, targets } from '../../../db/schema/index.js';
import { findingOf, type Finding, type RuleViolation } from '../../../domain/findings.js';
import { repeatedTextMsMax, repeatedTextPostsMax } from '../../../domain/limits.js';
import type { PostStatus, TargetStatus } from '../../../domain/post-status.js';
import type { RequestContext } from '../../shared/context.js';
import type { DraftedContent } from './platform-violations.js';

interface Repeated extends Record<string, unknown> {
  socialAccountId: string;
  postId: string;
  postStatus: PostStatus;
  status: TargetStatus;
  /** The time at which the target became public or will, or at which the draft was created. */
  atMs: string;
  createdMs: string;
}

/**
 * Warns if a new post has the same text as a post of the last day for the same account. A caller who lost the response,
 * or an agent that forgot what it did, may send the post again under another reference. Only the newest posts of the
 * workspace are compared, because every new post waits for this check.
 */
export async function repeatedTexts(
  ctx: RequestContext,
  content: DraftedContent,
  at: Date | null,
): Promise<ReadonlyMap<string, Finding>> {
  const wanted = content.targets.flatMap(({ socialAccountId, captionOverride }) => {
    const text = captionOverride ?? content.caption ?? '';
    return text === '' ? [] : [{ id: socialAccountId, text }];
  });
  if (wanted.length === 0) return new Map();
  const now = ctx.clock.now();
  const wantedMs = (at ?? now).getTime();
  const rows = await readRepeated(ctx, content.workspaceId, wanted, now);
  const near = rows.filter(({ atMs }) => Math.abs(Number(atMs) - wantedMs) < repeatedTextMsMax);
  return new Map(
    near.flatMap((row): [string, Finding][] => {
      const index = content.targets.findIndex(
        ({ socialAccountId }) => socialAccountId === row.socialAccountId,
      );
      const target = content.targets[index];
      return target === undefined
        ? []
        : [[row.socialAccountId, findingOf(violationOf(row, now), target, { shape: content.shape, index })]];
    }),
  );
}

function readRepeated(
  { db }: RequestContext,
  workspaceId: string,
  wanted: readonly { id: string; text: string }[],
  now: Date,
): Promise<Repeated[]> {
  const since = new Date(now.getTime() - repeatedTextMsMax).toISOString();
  return selectRepeated(db, { workspaceId, since, wanted: JSON.stringify(wanted) });
}

const given = sql.placeholder;

// The oldest comes first, so that the newest stays in a map.
const selectRepeated = builtStatement<Repeated>(
  () => sql`
    select target.social_account_id as "socialAccountId", post.id as "postId", post.status as "postStatus",
      target.status, extract(epoch from post.created_at) * 1000 as "createdMs",
      extract(epoch from coalesce(target.published_at, target.scheduled_for, post.scheduled_at, post.created_at)) * 1000
        as "atMs"
    from (
      select id, status, caption, scheduled_at, created_at from ${posts}
      where workspace_id = ${given('workspaceId')} and created_at > ${given('since')}::timestamptz
        and deleted_at is null
      order by created_at desc, id desc limit ${sql.raw(String(repeatedTextPostsMax))}
    ) post
    join ${targets} target on target.post_id = post.id and target.removed_at is null
    join json_to_recordset(${given('wanted')}::json) as wanted (id text, text text)
      on wanted.id = target.social_account_id and wanted.text = coalesce(target.caption_override, post.caption)
    where target.status not in ('FAILED', 'CANCELED', 'SKIPPED') or target.error_code = 'PUBLISH_UNCONFIRMED'
    order by post.created_at`,
);

function violationOf({ postId, postStatus, status, atMs, createdMs }: Repeated, now: Date): RuleViolation {
  const message =
    status === 'PUBLISHED'
      ? `The same text went to this account ${agoOf(now, atMs)} (${postId}).`
      : `A post that was created ${agoOf(now, createdMs)} has the same text for this account (${postId}, ${postStatus}).`;
  return { field: 'text', rule: 'same_text_recently', message, severity: 'warning' };
}

function agoOf(now: Date, thenMs: string): string {
  const minutes = Math.floor((now.getTime() - Number(thenMs)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  const [count, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
