import { and, asc, eq, inArray } from 'drizzle-orm';
import { changeAttempts, changes, posts, publications, socialAccounts } from '../../../db/schema/index.js';
import { publishDeadlineMs } from '../../../domain/limits.js';
import { startedChangeStatuses, type ChangeError } from '../../../domain/changes.js';
import { notFound, type PublicChange } from '../../../domain/decide-change.js';
import { isPartStep } from '../../../domain/parts.js';
import { deadGrant } from '../../../domain/step-errors.js';
import type { AdvanceChangeInput } from '../../../domain/workflow-contract.js';
import type { EditedText, PublicPost } from '../../../platforms/kit/changes.js';
import type { Platform } from '../../../platforms/kit/platform.js';
import type { PlatformSession } from '../../../platforms/kit/session.js';
import { isShown } from '../../attempts/followers.js';
import { openSession } from '../../account-grants/platform-session.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { readMediaClasses } from '../../post-records/media-classes.js';
import type { ChangeRow } from '../../post-records/changes.js';
import { asTarget, type PostRow, type PublicationRow, type TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isUnconfirmed } from '../confirm-published.js';
import { replyTargetOf } from './publication.js';
import { carrierOf } from './carrier.js';

export type ChangeAttemptRow = typeof changeAttempts.$inferSelect;

/** A change with the publication that it must change next. It contains credentials, so keep it in memory. */
export interface LoadedChange {
  change: ChangeRow;
  post: PostRow;
  target: TargetRow;
  /** The publication to change next: the target, or one that follows it. */
  row: PublicationRow;
  account: SocialAccountRow;
  platform: Platform;
  session: PlatformSession;
  /** The public post. Its id is missing until an unconfirmed publication is found. */
  publicPost: PublicPost;
  edited: EditedText;
  rules: PublicChange;
  /** The attempts of the change, in order. */
  attempts: ChangeAttemptRow[];
}

/** A change that the account or this build cannot make. */
export interface FailedChange extends Pick<LoadedChange, 'change' | 'post' | 'target' | 'row' | 'attempts'> {
  error: ChangeError;
}

/** Loads a change for its run. Undefined if nothing is left to do for this run. */
export async function loadChange(
  deps: ServiceDeps,
  { changeId, workflowId }: Pick<AdvanceChangeInput, 'changeId' | 'workflowId'>,
): Promise<LoadedChange | FailedChange | undefined> {
  const { db } = deps;
  const [found] = await db
    .select({ change: changes, post: posts, row: publications, account: socialAccounts })
    .from(changes)
    .innerJoin(posts, eq(posts.id, changes.postId))
    .innerJoin(publications, eq(publications.id, changes.publicationId))
    .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
    .where(
      and(
        eq(changes.id, changeId),
        eq(changes.runId, workflowId),
        inArray(changes.status, startedChangeStatuses),
      ),
    );
  if (found === undefined) return undefined;
  const { change, post, account } = found;
  const [following, attempts] = await Promise.all([
    db.select().from(publications).where(eq(publications.targetId, found.row.id)),
    db
      .select()
      .from(changeAttempts)
      .where(eq(changeAttempts.changeId, changeId))
      .orderBy(asc(changeAttempts.number)),
  ]);
  // A part that was removed from the post may have become public anyway.
  const target = asTarget(
    found.row,
    following.filter((one) => one.removedAt === null || isShown(one)),
  );
  const platform = deps.platforms.get(target.platform);
  const row = change.kind === 'REMOVE' ? nextToRemove(change, target, platform) : target;
  const common = { change, post, account, target, row, attempts };
  // An earlier removal may have been made after all.
  if (change.kind === 'EDIT' && row.takenDownAt !== null) return { ...common, error: notFound };
  if (platform?.changes === undefined) return { ...common, error: notSupported };
  if (account.deletedAt !== null || account.credentials === null) return { ...common, error: disconnected };
  if (account.status === 'TOKEN_EXPIRED') return { ...common, error: deadGrant };
  return {
    ...common,
    platform,
    session: openSession(deps, account, account.credentials),
    publicPost: await publicPostOf(deps, { post, target, row }),
    edited: { text: change.text ?? '', ...(change.title !== null && { title: change.title }) },
    rules: {
      kind: change.kind,
      platform: target.platform,
      mustFind: isUnconfirmed(row),
      isPart: isPartStep(row.step),
      look: platform.changeRules.look,
      deadlineMs: (change.runSince ?? change.createdAt).getTime() + publishDeadlineMs,
    },
  };
}

/**
 * Returns the publication to remove next. The posts that follow a target are removed before it, from last to first, so
 * that no reply is left without its post. If the platform removes a comment with its post, no extra call removes it. If
 * nothing is left, this is the target, which is gone.
 */
function nextToRemove(
  { position }: ChangeRow,
  target: TargetRow,
  platform: Platform | undefined,
): PublicationRow {
  const { comment } = target;
  if (comment !== null && isShown(comment) && platform?.changeRules.commentsGoWithPost !== true)
    return comment;
  const isLeft = (part: PublicationRow): boolean =>
    isShown(part) || (isUnconfirmed(part) && part.id !== position?.passedId);
  return target.parts.findLast(isLeft) ?? target;
}

async function publicPostOf(
  { db }: ServiceDeps,
  { post, target, row }: Pick<LoadedChange, 'post' | 'target' | 'row'>,
): Promise<PublicPost> {
  const isTarget = row.targetId === null;
  const carrier = carrierOf(post, target, row);
  return {
    externalPostId: row.externalPostId ?? '',
    externalUrl: row.externalUrl,
    reference: row.externalReference,
    options: row.platformOptions,
    replyTo: isTarget ? null : replyTargetOf(target, row),
    mediaClasses: isTarget || carrier.mediaIds.length > 0 ? await readMediaClasses(db, carrier) : [],
    publishedAt: row.publishedAt ?? target.publishedAt ?? row.createdAt,
    text: row.publishedCaption ?? '',
  };
}

const notSupported: ChangeError = {
  code: 'PLATFORM_NOT_SUPPORTED',
  message: 'This installation does not support the platform.',
};
const disconnected: ChangeError = {
  code: 'ACCOUNT_DISCONNECTED',
  message: 'The social account was disconnected before the change was made.',
};
