import type postgres from 'postgres';
import { retryRuleOf } from '../../../src/domain/target-errors.js';

/** The page that a request asks for: posts of one workspace, newest first. */
export interface ListQuery {
  workspaceId: string;
  limit: number;
  createdBefore?: string | undefined;
  /** The last post of the previous page. */
  after?: { createdAt: string; id: string } | undefined;
  status?: string | undefined;
  platform?: string | undefined;
}

export function readListQuery(query: Record<string, string>): ListQuery {
  const { workspaceId = '', limit = '0', createdBefore, afterCreatedAt, afterId, status, platform } = query;
  const hasAfter = afterCreatedAt !== undefined && afterId !== undefined;
  return {
    workspaceId,
    limit: Number(limit),
    createdBefore,
    after: hasAfter ? { createdAt: afterCreatedAt, id: afterId } : undefined,
    status,
    platform,
  };
}

/**
 * Answers GET /posts with hand-written SQL: one statement for the page, and then concurrent ones for the parts of its
 * posts.
 */
export async function listPosts(sql: postgres.Sql, query: ListQuery): Promise<object> {
  const { workspaceId, limit, createdBefore, after, status, platform } = query;
  const rows = await sql<PostRow[]>`
    select id, workspace_id as "workspaceId", created_by_user_id as "createdByUserId", status, caption,
      scheduled_at as "scheduledAt", timezone, metadata, workflow_id as "workflowId", pending_workflow_id as "pendingWorkflowId",
      approved_by_user_id as "approvedByUserId", approved_at as "approvedAt", rejection_reason as "rejectionReason",
      created_via_api as "createdViaApi", created_via_flat_shape as "createdViaFlatShape", deleted_at as "deletedAt",
      created_at as "createdAt", updated_at as "updatedAt", media_alt_text as "mediaAltText"
    from posts where workspace_id = ${workspaceId} and deleted_at is null
      ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}, ${after.id})`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${platform === undefined ? sql`` : sql`and exists (select from publications where post_id = posts.id and removed_at is null and platform = ${platform})`}
    order by created_at desc, id desc limit ${limit + 1}`;
  const posts = rows.slice(0, limit);
  const [targets, media] = await partsOf(
    sql,
    posts.map(({ id }) => id),
  );
  const last = posts.at(-1);
  const cursor = last === undefined ? '' : `${last.createdAt.toISOString()} ${last.id}`;
  return {
    data: posts.map((post) => ({
      ...post,
      targets: (targets.get(post.id) ?? []).map(withRules),
      media: media.get(post.id) ?? [],
      mediaAltText: { ...post.mediaAltText, ...altTextsOf(media.get(post.id) ?? []) },
    })),
    nextCursor: rows.length > limit ? Buffer.from(cursor).toString('base64url') : null,
  };
}

interface PostRow {
  id: string;
  createdAt: Date;
  mediaAltText: Record<string, string> | null;
}

interface MediaRow {
  postId: string;
  mediaAssetId: string;
  altText: string | null;
}

interface PartRow {
  postId: string;
  firstComment: string | null;
  commentStatus: string | null;
  commentRunId: string | null;
  firstCommentErrorCode: string | null;
  errorCode: string | null;
}

async function partsOf(
  sql: postgres.Sql,
  ids: string[],
): Promise<[Map<string, PartRow[]>, Map<string, MediaRow[]>]> {
  const [targets, media] = await Promise.all([
    sql<PartRow[]>`
      select t.id, t.post_id as "postId", t.social_account_id as "socialAccountId", t.platform, t.status,
        t.caption_override as "captionOverride", t.first_comment as "firstComment",
        c.status as "commentStatus", c.run_id as "commentRunId", c.error_code as "firstCommentErrorCode",
        c.error_code || ': ' || c.error_message as "firstCommentError",
        coalesce(c.attempt_count, 0) as "firstCommentAttempt",
        t.platform_options as "platformOptions", t.media_ids as "mediaIds", t.scheduled_for as "scheduledFor",
        t.cancel_requested_at as "cancelRequestedAt", t.published_at as "publishedAt",
        t.published_caption as "publishedCaption", t.external_post_id as "externalPostId",
        t.external_url as "externalUrl", t.error_code as "errorCode", t.error_message as "errorMessage",
        t.attempt_count as "attemptCount", t.last_attempt_at as "lastAttemptAt", t.created_at as "createdAt",
        greatest(t.updated_at, c.updated_at) as "updatedAt"
      from publications t left join publications c on c.target_id = t.id
      where t.post_id = any(${ids}) and t.removed_at is null order by t.post_id, t."order"`,
    sql<MediaRow[]>`
      select post_id as "postId", media_asset_id as "mediaAssetId", "order", alt_text as "altText"
      from post_media where post_id = any(${ids}) order by post_id, "order"`,
  ]);
  return [byPost(targets), byPost(media)];
}

function byPost<Row extends { postId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.postId);
    if (group === undefined) groups.set(row.postId, [row]);
    else group.push(row);
  }
  return groups;
}

function altTextsOf(media: readonly MediaRow[]): Record<string, string> {
  return Object.fromEntries(
    media.flatMap(({ mediaAssetId, altText }) => (altText === null ? [] : [[mediaAssetId, altText]])),
  );
}

/** Adds the fields that are derived from the columns. */
function withRules({ commentStatus, commentRunId, ...target }: PartRow): object {
  const { firstCommentErrorCode } = target;
  const isFailed = commentStatus === 'FAILED';
  const sent = commentStatus === 'PUBLISHED' ? 'PUBLISHED' : commentRunId !== null ? 'SENDING' : undefined;
  return {
    ...target,
    firstCommentStatus: target.firstComment === null ? null : (sent ?? (isFailed ? 'FAILED' : 'WAITING')),
    firstCommentErrorRetryable: retryRuleOf(firstCommentErrorCode),
    errorRetryable: retryRuleOf(target.errorCode),
  };
}
