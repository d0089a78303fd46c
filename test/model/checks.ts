import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { postEvents, webhookEvents } from '../../src/db/schema/index.js';
import type { WebhookPayload } from '../../src/domain/webhooks.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import {
  statusesOf as statusesOfTargets,
  statusOf,
  type Subject,
  type TargetRow,
} from '../../src/services/post-records/records.js';
import type { PostView } from '../../src/services/post-records/types.js';
import { isReplyId } from '../../src/domain/ids.js';
import { hiddenReplies, untoldReplies } from './replies.js';
import { entryNamed, wrongChanges, wronglyGone } from './check-changes.js';
import { answersTo, type Entry } from './model-answers.js';
import { statusesOf, Violation, type Breach, type Clause, type World } from './world.js';
import { isWaiting } from '../../src/services/attempts/followers.js';

const openStatuses = ['SCHEDULED', 'PUBLISHING'];
const endedStatuses = ['PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED'];

/** Checks the promise about the database and the public posts. It must hold at any moment. */
export function checkPromise(world: World): void {
  const faults = world.temporal.faults
    .filter(({ input }) => !isForgotten(world, input))
    .map(({ text }) => breach('no-fault', text));
  const broken = [
    ...world.breaches,
    ...faults,
    ...doubled(world),
    ...wronglyGone(world),
    ...hiddenReplies(world),
  ];
  for (const target of world.rows.targets) broken.push(...wrongTarget(world, target));
  for (const post of world.rows.posts) broken.push(...wrongPost(world, post));
  world.earlier = statusesOf(world.rows);
  raise(world, broken);
}

/** Asserts the promise at the end: nothing waits any longer, and nothing is lost silently. */
export async function checkEnded(world: World): Promise<void> {
  const broken: Breach[] = [
    ...(await untoldSuccesses(world)),
    ...(await silentCommentRetries(world)),
    ...wrongChanges(world),
    ...untoldReplies(world),
  ];
  world.interrupted.clear();
  for (const post of world.rows.posts) {
    broken.push(...wrongPost(world, post));
    const isDue = post.scheduledAt !== null && post.scheduledAt.getTime() <= world.nowMs;
    const open = post.status === 'PUBLISHING' || (post.status === 'SCHEDULED' && isDue);
    if (open) broken.push(breach('ends', `post ${post.id} is ${post.status} for ever`));
    const failedBefore = world.wishes.cancelled.get(post.id);
    if (failedBefore !== undefined) broken.push(...failedAfterCancel(world, post, failedBefore));
  }
  for (const target of world.rows.targets) {
    const told = target.comment !== null && !isWaiting(target.comment);
    if (statusOf(target) === 'PUBLISHED' && target.firstComment !== null && !told)
      broken.push(breach('comment-not-lost', `nothing tells of the first comment of ${target.id}`));
  }
  raise(world, broken);
}

/** Returns the public targets of ended posts that no webhook event has reported as public. */
async function untoldSuccesses(world: World): Promise<Breach[]> {
  const events = await world.deps.db
    .select({ payload: webhookEvents.payload })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.workspaceId, world.workspaceId), isNotNull(webhookEvents.postId)));
  const told = new Set(
    events.flatMap(({ payload }) => {
      const { data } = JSON.parse(payload) as WebhookPayload<{ post: PostView }>;
      return data.post.targets.filter(({ publishedAt }) => publishedAt !== null).map(({ id }) => id);
    }),
  );
  const ended = new Set(
    world.rows.posts
      .filter(({ id }) => !isReplyId(id))
      .filter(isEnded)
      .map(({ id }) => id),
  );
  return world.rows.targets
    .filter((row) => row.status === 'PUBLISHED' && row.removedAt === null && ended.has(row.postId))
    .filter(({ id }) => !told.has(id) && !world.clouded.has(id))
    .map(({ id }) => breach('success-is-told', `no event says that ${id} is public`));
}

/** Returns the targets whose first comment was retried, and whose timeline says nothing about it since then. */
async function silentCommentRetries(world: World): Promise<Breach[]> {
  if (world.postIds.length === 0) return [];
  const entries = await world.deps.db
    .select({ kind: postEvents.kind, targetId: postEvents.targetId, detail: postEvents.detail })
    .from(postEvents)
    .where(inArray(postEvents.postId, world.postIds))
    .orderBy(asc(postEvents.timelineNumber));
  const last = new Map<string, string>();
  for (const { kind, targetId, detail } of entries) {
    const isOfComment = kind === 'COMMENT_RETRIED' || detail.step === 'FIRST_COMMENT';
    if (targetId !== null && isOfComment) last.set(targetId, kind);
  }
  return [...last]
    .filter(([, kind]) => kind === 'COMMENT_RETRIED')
    .map(([id]) => breach('comment-retry-ends', `the retried first comment of ${id} was never heard of`));
}

/** Error codes that only further tries can cause, which a run does not make after a cancel. */
const reasonsToGiveUp = ['INTERNAL_ERROR', 'NOT_READY_IN_TIME', 'PLATFORM_UNAVAILABLE', 'RATE_LIMITED'];

function failedAfterCancel(world: World, post: Subject, before: ReadonlySet<string>): Breach[] {
  return world.targetsOf(post.id).flatMap(({ id, status, errorCode }) => {
    if (status !== 'FAILED' || before.has(id) || world.clouded.has(id)) return [];
    if (!reasonsToGiveUp.includes(errorCode ?? '')) return [];
    return [breach('cancel-means-cancel', `${id} ended FAILED with ${errorCode ?? ''} after a cancel`)];
  });
}

/** A post that the restored database has never had cannot be written, so an error about it is expected. */
function isForgotten(world: World, input: unknown): boolean {
  const postId = (input as { postId?: string } | undefined)?.postId;
  return postId !== undefined && world.postRow(postId) === undefined;
}

function raise({ tolerated }: World, breaches: readonly Breach[]): void {
  const broken = breaches.filter(({ clause }) => !tolerated.has(clause));
  if (broken.length > 0) throw new Violation(broken);
}

function breach(clause: Clause, text: string): Breach {
  return { clause, text };
}

export function isEnded({ status }: Subject): boolean {
  return endedStatuses.includes(status);
}

function entriesOf(world: World, targetId: string, step: PublishStep): Entry[] {
  const key = world.contentKey(targetId, step);
  return world.ledger.filter((entry) => world.contentKey(entry.targetId, entry.step) === key);
}

function isPublicAt(world: World, targetId: string, step: PublishStep): boolean {
  return entriesOf(world, targetId, step).some(({ isGone }) => !isGone);
}

export function effectiveText(world: World, target: TargetRow): string {
  return target.captionOverride ?? world.postRow(target.postId)?.caption ?? '';
}

function doubled(world: World): Breach[] {
  const counts = new Map<string, number>();
  for (const { targetId, step, isGone } of world.ledger) {
    // A restored database may have lost that it was published, and now it cannot be found.
    if (isGone && world.clouded.has(targetId)) continue;
    const key = world.contentKey(targetId, step);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].flatMap(([key, count]) => {
    const allowed = 1 + (world.consents.get(key) ?? 0);
    const isTooMuch = count > allowed && !world.forgiven.has(key);
    return isTooMuch ? [breach('once', `${key} is public ${count} times`)] : [];
  });
}

function wrongTarget(world: World, target: TargetRow): Breach[] {
  const { id, status, errorCode } = target;
  const what = `target ${id} (${target.platform})`;
  const isPublic = isPublicAt(world, id, 'POST') && !world.clouded.has(id);
  const broken: Breach[] = [];
  if (status === 'CANCELED' && isPublic)
    broken.push(breach('canceled-is-not-public', `${what} is CANCELED and public`));
  if (status === 'FAILED' && isPublic && errorCode !== 'PUBLISH_UNCONFIRMED')
    broken.push(breach('failed-is-not-public', `${what} FAILED with ${errorCode ?? ''}, and is public`));
  // A target that is added to a finished post is CANCELED from the beginning, like a removed one.
  const wasOpen = openStatuses.includes(world.earlier.get(id) ?? '') && target.removedAt === null;
  if (status === 'CANCELED' && wasOpen && !world.everCancelled.has(target.postId))
    broken.push(breach('canceled-was-wanted', `${what} is CANCELED, and nobody has cancelled it`));
  if (status === 'FAILED' && errorCode === 'INTERNAL_ERROR' && !world.clouded.has(id))
    broken.push(breach('no-internal-error', `${what} FAILED with INTERNAL_ERROR`));
  if (status === 'PUBLISHED') broken.push(...wrongPublished(world, target, what));
  return [...broken, ...wrongParts(world, target, what), ...wrongComment(world, target, what)];
}

/** Each part replies to the one before, which is public before it, and says whether it is public itself. */
function wrongParts(world: World, target: TargetRow, what: string): Breach[] {
  if (world.clouded.has(target.id)) return [];
  const all = [target, ...target.parts];
  return target.parts.flatMap((part, index): Breach[] => {
    const before = all[index];
    const entries = entriesOf(world, target.id, part.step);
    const name = `${part.step} of ${what}`;
    const parent = entryNamed(world, before?.externalPostId ?? null);
    const isInOrder = entries.every(({ replyTo }) => parent !== undefined && answersTo(parent, replyTo));
    if (!isInOrder) return [breach('parts-in-order', `${name} is public, and is no reply to the one before`)];
    if (part.status === 'PUBLISHED' && before?.status !== 'PUBLISHED')
      return [breach('parts-in-order', `${name} is PUBLISHED before the one before`)];
    const isKnown = part.status !== 'PUBLISHED' || entries.some((one) => answersTo(one, part.externalPostId));
    if (!isKnown) return [breach('parts-tell-the-truth', `${name} is PUBLISHED as what it never sent`)];
    const isThere = entries.some(({ isGone }) => !isGone);
    // No row knows a duplicate to which a user has consented.
    const isLeft =
      isThere && parent?.isGone === true && !world.consents.has(world.contentKey(target.id, part.step));
    if (isLeft) return [breach('parts-in-order', `${name} is there, and the one before is removed`)];
    const isDenied = part.status === 'FAILED' && part.errorCode !== 'PUBLISH_UNCONFIRMED' && isThere;
    return isDenied
      ? [breach('parts-tell-the-truth', `${name} FAILED with ${part.errorCode ?? ''}, and is public`)]
      : [];
  });
}

function wrongPublished(world: World, target: TargetRow, what: string): Breach[] {
  // A person who has seen a reply seldom knows its id.
  const isResolved = target.workspaceId !== null && target.externalPostId === null;
  const entry = entriesOf(world, target.id, 'POST').find(
    (each) => isResolved || answersTo(each, target.externalPostId),
  );
  if (entry === undefined) {
    const text = `${what} is PUBLISHED as ${target.externalPostId ?? 'nothing'}, which it never sent`;
    return [breach('own-content', text)];
  }
  const says = effectiveText(world, target);
  if (entry.text === says || world.clouded.has(target.id)) return [];
  return [breach('own-content', `${what} says "${says}" and published "${entry.text}"`)];
}

function wrongComment(world: World, target: TargetRow, what: string): Breach[] {
  const { comment } = target;
  if (comment === null) return [];
  const isFollowing = comment.status !== 'SCHEDULED' || comment.runId !== null;
  const isWanted = statusOf(target) === 'PUBLISHED' && target.firstComment !== null;
  if (comment.status === 'PUBLISHING' ? !isWanted : isWanted && !isFollowing) {
    const text = `${what} is ${target.status} with a first comment that is ${comment.status}`;
    return [breach('comment-follows', text)];
  }
  const entries = entriesOf(world, target.id, 'FIRST_COMMENT');
  if (comment.externalPostId !== null) {
    const entry = entries.find((each) => answersTo(each, comment.externalPostId));
    if (entry === undefined) return [breach('own-comment', `${what} names a comment that it never sent`)];
    const parent = entryNamed(world, (target.parts.at(-1) ?? target).externalPostId);
    const isBelow = parent !== undefined && answersTo(parent, entry.replyTo);
    const isOurs = entry.text === target.firstComment && isBelow;
    if (isOurs || world.clouded.has(target.id)) return [];
    return [breach('own-comment', `${what} names a comment with other content`)];
  }
  if (
    comment.status !== 'FAILED' ||
    !isPublicAt(world, target.id, 'FIRST_COMMENT') ||
    world.clouded.has(target.id)
  )
    return [];
  // While the comment is retried, the target still has the error of the last try.
  if (comment.runId !== null) return [];
  const code = comment.errorCode ?? '';
  if (code === 'PUBLISH_UNCONFIRMED') return [];
  return [breach('comment-tells-the-truth', `${what} says ${code} of its public first comment`)];
}

function wrongPost(world: World, post: Subject): Breach[] {
  if (!isEnded(post)) return [];
  const has = new Set(statusesOfTargets(world.targetsOf(post.id)));
  const failed = has.has('FAILED');
  const derived = has.has('PUBLISHED')
    ? failed
      ? 'PARTIALLY_PUBLISHED'
      : 'PUBLISHED'
    : failed
      ? 'FAILED'
      : 'CANCELED';
  const isOpen = has.has('SCHEDULED') || has.has('PUBLISHING');
  if ((derived === post.status && !isOpen) || world.interrupted.has(post.id)) return [];
  const text = `post ${post.id} is ${post.status} with targets ${[...has].sort().join(', ')}`;
  return [breach('status-adds-up', text)];
}
