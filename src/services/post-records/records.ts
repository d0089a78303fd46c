import { and, asc, eq, isNotNull, isNull, ne, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { builtQuery } from '../../db/built-query.js';
import type { Queryable, Tx } from '../../db/client.js';
import { anyOf } from '../../db/any-of.js';
import { postMedia, posts, publications, targets } from '../../db/schema/index.js';
import { groupBy } from '../../domain/group-by.js';
import { isReplyId } from '../../domain/ids.js';
import { optionMediaIn } from '../../domain/option-media.js';
import type { PostPart } from '../../domain/parts.js';
import { derivePostStatus, type TargetStatus } from '../../domain/post-status.js';
import { publishPostWorkflowId } from '../../domain/workflow-contract.js';
import { readChanges, type ChangeRow } from './changes.js';

export type PostRow = typeof posts.$inferSelect;
export type PublicationRow = typeof publications.$inferSelect;
/** A target, with its further parts, and the publication of its first comment if it has or had one. */
export interface TargetRow extends PublicationRow {
  /** For a reply to a comment, this is its own id, because a reply is read as a target of its own. */
  postId: string;
  parts: PublicationRow[];
  comment: PublicationRow | null;
}
export type PostMediaRow = typeof postMedia.$inferSelect;

/** The subject of a run: a post, or a reply to a comment, which has the same columns in its publication. */
export type Subject = Pick<PostRow, ContentKey | RunKey>;
type ContentKey = 'id' | 'workspaceId' | 'caption' | 'parts' | 'deletedAt' | 'createdAt';
type RunKey = 'status' | 'scheduledAt' | 'generation' | 'workflowId' | 'pendingWorkflowId';

export interface SubjectRecord {
  post: Subject;
  targets: TargetRow[];
  media: PostMediaRow[];
  /** The removals and edits of public targets, the earliest first. */
  changes: ChangeRow[];
}

export interface PostRecord extends SubjectRecord {
  post: PostRow;
}

/** A reply as the subject of its run. It is open until the run has ended, even if it is public already. */
export function asSubject(reply: PublicationRow): Subject {
  const { id, workspaceId, status, scheduledFor: scheduledAt, runs, runId, createdAt } = reply;
  const ended = derivePostStatus([status], { running: false });
  return {
    ...{
      id,
      workspaceId: workspaceId ?? '',
      caption: null,
      parts: [],
      scheduledAt,
      createdAt,
      deletedAt: null,
    },
    status: runId === null || status === 'SCHEDULED' ? ended : 'PUBLISHING',
    ...{ generation: runs, workflowId: runId ?? publishPostWorkflowId(id, runs), pendingWorkflowId: null },
  };
}

/**
 * A condition for each write of a publication's status. A late success is recorded without the post's lock, and no other
 * write may replace it.
 */
export const isNotPublic = ne(publications.status, 'PUBLISHED');

/** The further parts of a target: its own, otherwise those of its post. */
export const partsOf = (
  post: Pick<PostRow, 'parts'>,
  { partsOverride }: Pick<PublicationRow, 'partsOverride'>,
): PostPart[] => partsOverride ?? post.parts;

/** The first publication of a target that is not public: the target itself, or one of its further parts. Null: all are. */
export const dueOf = <Row extends Pick<PublicationRow, 'status'>>(
  target: Row & { parts: readonly Row[] },
): Row | null =>
  target.status === 'PUBLISHED'
    ? (target.parts.find(({ status }) => status !== 'PUBLISHED') ?? null)
    : target;

/** The status of a target with all its parts: PUBLISHED once all are public, otherwise that of the first that is not. */
export const statusOf = (target: TargetRow): TargetStatus => dueOf(target)?.status ?? 'PUBLISHED';

/** Whether a target, or one of its parts, was removed from the platform. No further part or comment may follow it. */
export const isTakenDown = ({ takenDownAt, parts }: TargetRow): boolean =>
  [takenDownAt, ...parts.map((part) => part.takenDownAt)].some((at) => at !== null);

/** The statuses from which that of the post is derived. A target of which only some parts are public counts as both. */
export const statusesOf = (rows: readonly TargetRow[]): TargetStatus[] =>
  rows.flatMap((target) =>
    target.parts.length > 0 && target.status === 'PUBLISHED'
      ? [target.status, statusOf(target)]
      : [target.status],
  );

/** The assets in the media of a post, its targets and their parts, without those in options. */
export function mediaIdsIn({ post, media, targets: rows }: SubjectRecord): string[] {
  return [
    ...media.map((item) => item.mediaAssetId),
    ...mediaOfParts(post.parts),
    ...rows.flatMap((row) => [...row.mediaIds, ...mediaOfParts(row.partsOverride)]),
  ];
}

export const mediaOfParts = (parts: readonly Pick<PostPart, 'mediaIds'>[] | null): string[] =>
  (parts ?? []).flatMap(({ mediaIds }) => mediaIds);

/** The assets of a post and its targets, including those in the targets' options. */
export function namedMediaIdsIn(record: PostRecord): string[] {
  const named = record.targets.flatMap(({ platformOptions }) => optionMediaIn(platformOptions));
  return [...mediaIdsIn(record), ...named.map(({ assetId }) => assetId)];
}

/** The latest due time of the unfinished targets. A retry is due immediately, whatever the post's own time. */
export function dueTimeMs({ post, targets: rows }: Pick<SubjectRecord, 'post' | 'targets'>): number {
  // Ended targets keep a due time, but no run waits for it.
  const due = rows.flatMap((target) => dueOf(target) ?? []);
  const waiting = due.filter(({ status }) => status === 'SCHEDULED' || status === 'PUBLISHING');
  const times = (waiting.length > 0 ? waiting : rows).flatMap(
    ({ scheduledFor }) => scheduledFor?.getTime() ?? [],
  );
  return times.length > 0 ? Math.max(...times) : (post.scheduledAt?.getTime() ?? 0);
}

/** Whether a post sends media to a platform when it is due. The media of further parts are uploaded later. */
export function carriesMedia({
  media,
  targets: rows,
}: {
  media: readonly unknown[];
  targets: readonly TargetRow[];
}): boolean {
  const hasOwn = ({ mediaIds, platformOptions }: TargetRow): boolean =>
    mediaIds.length > 0 || optionMediaIn(platformOptions).length > 0;
  return media.length > 0 || rows.some(hasOwn);
}

/** Reads a post with its parts. Undefined if it does not exist or is deleted. */
export async function readPost(q: Queryable, postId: string): Promise<PostRecord | undefined> {
  const [post] = await q
    .select()
    .from(posts)
    .where(and(eq(posts.id, postId), isNull(posts.deletedAt)));
  return post === undefined ? undefined : (await withParts(q, [post]))[0];
}

/** Reads what a run publishes like `readPost`: a post, or a reply. */
export async function readRecord(q: Queryable, id: string): Promise<SubjectRecord | undefined> {
  if (!isReplyId(id)) return readPost(q, id);
  const rows = await readTargets(q, [id]);
  return rows.map((reply) => ({ post: asSubject(reply), targets: [reply], media: [], changes: [] }))[0];
}

/** Reads a post and locks its row. Every change of a post starts with this. */
export async function lockPost(tx: Tx, postId: string): Promise<PostRecord | undefined> {
  // The queries are sent together and executed in order, so the parts are read under the lock.
  const [post, parts] = await Promise.all([lockPostRow(tx, postId), readParts(tx, [postId])]);
  return post === undefined ? undefined : { post, ...parts };
}

/** Reads and locks what a run publishes: a post like `lockPost`, or a reply. */
export async function lockRecord(tx: Tx, id: string): Promise<SubjectRecord | undefined> {
  const [post, parts] = await Promise.all([lockSubject(tx, id), readParts(tx, [id])]);
  return post === undefined ? undefined : { post, ...parts };
}

/**
 * Locks the row of what a run publishes, for callers that read its parts themselves. They must do so in a later
 * statement: a statement that waits for the lock and also reads other tables sees those as they were before the wait.
 */
export async function lockSubject(tx: Tx, id: string): Promise<Subject | undefined> {
  if (!isReplyId(id)) return lockPostRow(tx, id);
  const [reply] = await tx.select().from(publications).where(isTargetOf(id)).for('update').execute();
  return reply && asSubject(reply);
}

async function lockPostRow(tx: Tx, postId: string): Promise<PostRow | undefined> {
  const [post] = await lockRow(tx, { postId });
  return post;
}

const lockRow = builtQuery((q) =>
  q
    .select()
    .from(posts)
    .where(and(eq(posts.id, sql.placeholder('postId')), isNull(posts.deletedAt)))
    .for('update'),
);

/** The condition that a publication is a target of a post. A reply is its own. */
export const isTargetOf = (id: string | Placeholder): SQL | undefined =>
  or(eq(targets.postId, id), and(eq(targets.id, id), isNotNull(targets.workspaceId)));

/** Writes the columns about the run to the post's row, or to the publication of a reply. The caller has locked it. */
export async function updateSubject(
  tx: Tx,
  id: string,
  { ofPost, ofReply }: { ofPost: Partial<PostRow>; ofReply: Partial<PublicationRow> },
): Promise<void> {
  if (isReplyId(id)) await tx.update(publications).set(ofReply).where(eq(publications.id, id));
  else await tx.update(posts).set(ofPost).where(eq(posts.id, id));
}

/** Reads the targets of posts or of a reply, in order, without removed ones. */
export async function readTargets(q: Queryable, postIds: readonly string[]): Promise<TargetRow[]> {
  const replyId = postIds.find(isReplyId);
  return gatherTargets(
    await (replyId === undefined ? readOfPosts(q, { postIds }) : readReply(q, { replyId })),
  );
}

const targetsWhere = (condition: SQL | undefined) =>
  builtQuery((q) =>
    q
      .select({ target: targets, follower: followers })
      .from(targets)
      .leftJoin(followers, isFollowerOf(targets))
      .where(and(condition, isNull(targets.removedAt)))
      .orderBy(asc(targets.postId), asc(targets.order), asc(targets.id), asc(followers.order)),
  );

/** The publications that follow targets, for queries that read them beside their targets. */
export const followers = alias(publications, 'followers');
export const isFollowerOf = ({ id }: { id: AnyPgColumn }) =>
  and(eq(followers.targetId, id), isNull(followers.removedAt));

const readOfPosts = targetsWhere(anyOf(targets.postId, sql.placeholder('postIds')));
const readReply = targetsWhere(
  and(eq(targets.id, sql.placeholder('replyId')), isNotNull(targets.workspaceId)),
);
/** The publications of first comments, for queries about these alone. */
export const firstComments = alias(publications, 'first_comments');
export const isCommentOf = ({ id }: { id: AnyPgColumn }) =>
  and(eq(firstComments.targetId, id), eq(firstComments.step, 'FIRST_COMMENT'));

/**
 * Gathers targets from rows that each have a target and one of the publications that follow it, in the order of the
 * rows.
 */
export function gatherTargets(
  rows: readonly { target: PublicationRow; follower: PublicationRow | null }[],
): TargetRow[] {
  return [...groupBy(rows, ({ target }) => target.id).values()].flatMap((ofTarget) => {
    const following = ofTarget.flatMap(({ follower }) => follower ?? []);
    return ofTarget.slice(0, 1).map(({ target }) => asTarget(target, following));
  });
}

export function asTarget(target: PublicationRow, following: readonly PublicationRow[] = []): TargetRow {
  const postId = target.workspaceId === null ? target.postId : target.id;
  if (postId === null) throw new Error('The publication is not a target.');
  const parts = following.filter(({ step }) => step !== 'FIRST_COMMENT').sort((a, b) => a.order - b.order);
  const comment = following.find(({ step }) => step === 'FIRST_COMMENT') ?? null;
  return { ...target, postId, parts, comment };
}

/** The id of the target: of the publication itself, or of the one that it follows. */
export const targetOf = ({ id, targetId }: Pick<PublicationRow, 'id' | 'targetId'>): string => targetId ?? id;

const readMedia = builtQuery((q) =>
  q
    .select()
    .from(postMedia)
    .where(anyOf(postMedia.postId, sql.placeholder('postIds')))
    .orderBy(asc(postMedia.postId), asc(postMedia.order)),
);

/** Sends all queries at once. In a transaction, they are executed in order on its connection. */
async function readParts(q: Queryable, postIds: string[]): Promise<Omit<PostRecord, 'post'>> {
  const reads = [readTargets(q, postIds), readMedia(q, { postIds }), readChanges(q, postIds)] as const;
  const [targetRows, media, changes] = await Promise.all(reads);
  return { targets: targetRows, media, changes };
}

/** Reads the parts of posts in three queries, and returns the posts in the same order. */
export async function withParts(q: Queryable, rows: PostRow[]): Promise<PostRecord[]> {
  if (rows.length === 0) return [];
  const parts = await readParts(
    q,
    rows.map((row) => row.id),
  );
  const targetsByPost = groupBy(parts.targets, ({ postId }) => postId);
  const mediaByPost = groupBy(parts.media, ({ postId }) => postId);
  const changesByPost = groupBy(parts.changes, ({ postId }) => postId);
  return rows.map((post) => ({
    post,
    targets: targetsByPost.get(post.id) ?? [],
    media: mediaByPost.get(post.id) ?? [],
    changes: changesByPost.get(post.id) ?? [],
  }));
}
