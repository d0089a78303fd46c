import { and, asc, eq, exists, isNotNull, lte, notExists, or, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import type { Tx } from '../../../db/client.js';
import { commentFeeds, comments } from '../../../db/schema/index.js';
import { readCommentViews } from '../../comments/view.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import { stageEvents, startDeliveries, subscribers } from '../../webhooks/stage.js';

const type = 'comment.received';
const commentsAtOnceMax = 100;
/** The number of posts that one sweep announces for lost readers. */
const leftPostsMax = 50;
/** A reader that is still running announces its comments within this time. */
const leftAfterMs = 2 * 60_000;
/**
 * During a long read, comments are announced at its end, because only then is their order known, but not later than
 * this.
 */
const leftInReadAfterMs = 30 * 60_000;

export interface CommentedPostKey {
  workspaceId: string;
  socialAccountId: string;
  externalPostId: string;
}

/**
 * Writes comment.received for a post's new comments, the oldest first. Each event is written in the transaction that
 * marks its comment as announced, so each comment has only one event. Returns the number of events.
 */
export async function announceComments(
  deps: ServiceDeps,
  post: CommentedPostKey,
  mayGoOn: () => boolean,
): Promise<number> {
  let announced = 0;
  while (mayGoOn()) {
    const batch = await deps.db.transaction((tx) => announceBatch(tx, deps, post));
    announced += batch.events;
    await startDeliveries(deps, batch.starts);
    if (batch.isLast) break;
  }
  return announced;
}

interface Batch {
  events: number;
  starts: DeliverWebhookStart[];
  isLast: boolean;
}

async function announceBatch(tx: Tx, deps: ServiceDeps, post: CommentedPostKey): Promise<Batch> {
  const receivers = await subscribers(tx, post.workspaceId, type);
  if (receivers.length === 0) {
    await tx
      .update(comments)
      .set({ announceSince: null })
      .where(and(ofPost(post), isNotNull(comments.announceSince)));
    return { events: 0, starts: [], isLast: true };
  }
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(ofPost(post), isNotNull(comments.announceSince)))
    .orderBy(asc(comments.postedAt), asc(comments.id))
    .limit(commentsAtOnceMax)
    .for('update', { skipLocked: true });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { events: 0, starts: [], isLast: true };
  const views = await readCommentViews(tx, deps, ids);
  const events = views.map(
    (comment) =>
      ({
        workspaceId: post.workspaceId,
        socialAccountId: post.socialAccountId,
        type,
        data: { comment },
      }) as const,
  );
  const starts = await stageEvents(tx, deps, events, receivers);
  await tx.update(comments).set({ announceSince: null }).where(anyOf(comments.id, ids));
  return { events: events.length, starts, isLast: ids.length < commentsAtOnceMax };
}

const ofPost = ({ socialAccountId, externalPostId }: CommentedPostKey): SQL | undefined =>
  and(eq(comments.socialAccountId, socialAccountId), eq(comments.externalPostId, externalPostId));

/** The SQL condition that a lost reader has left comments without an event. */
export function areLeftUntold(deps: Pick<ServiceDeps, 'db' | 'clock'>): SQL {
  return exists(deps.db.select({ id: comments.id }).from(comments).where(isLeft(deps)));
}

/** Sends the events for comments that a lost reader has stored. */
export async function announceLeft(deps: ServiceDeps, mayGoOn: () => boolean): Promise<number> {
  const posts = await deps.db
    .selectDistinct({
      workspaceId: comments.workspaceId,
      socialAccountId: comments.socialAccountId,
      externalPostId: comments.externalPostId,
    })
    .from(comments)
    .where(isLeft(deps))
    .limit(leftPostsMax);
  let announced = 0;
  for (const post of posts) announced += await announceComments(deps, post, mayGoOn);
  return announced;
}

function isLeft({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): SQL | undefined {
  const { announceSince, socialAccountId, externalPostId } = comments;
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
  const beingRead = db
    .select({ id: commentFeeds.externalPostId })
    .from(commentFeeds)
    .where(
      and(
        eq(commentFeeds.socialAccountId, socialAccountId),
        eq(commentFeeds.externalPostId, externalPostId),
        isNotNull(commentFeeds.cursor),
      ),
    );
  return and(
    lte(announceSince, ago(leftAfterMs)),
    or(lte(announceSince, ago(leftInReadAfterMs)), notExists(beingRead)),
  );
}
