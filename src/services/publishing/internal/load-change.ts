import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { changeAttempts, changes, posts, publications, socialAccounts } from '../../../db/schema/index.js';
import { publishDeadlineMs } from '../../../domain/limits.js';
import type { ChangeError } from '../../../domain/changes.js';
import type { PublicChange } from '../../../domain/decide-change.js';
import { deadGrant } from '../../../domain/step-errors.js';
import type { AdvanceChangeInput } from '../../../domain/workflow-contract.js';
import type { EditedText, PublicPost } from '../../../platforms/kit/changes.js';
import type { Platform } from '../../../platforms/kit/platform.js';
import type { PlatformSession } from '../../../platforms/kit/session.js';
import { openSession } from '../../account-grants/platform-session.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { readMediaClasses } from '../../post-records/media-classes.js';
import type { ChangeRow } from '../../post-records/changes.js';
import type { PostRow, PublicationRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isUnconfirmed } from '../confirm-published.js';

export type ChangeAttemptRow = typeof changeAttempts.$inferSelect;

/** A change with the publication that it is at. It contains credentials, so keep it in memory. */
export interface LoadedChange {
  change: ChangeRow;
  post: PostRow;
  target: PublicationRow;
  /** Changed next: the target, or what follows it. */
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
    .select({ change: changes, post: posts, target: publications, account: socialAccounts })
    .from(changes)
    .innerJoin(posts, eq(posts.id, changes.postId))
    .innerJoin(publications, eq(publications.id, changes.publicationId))
    .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
    .where(
      and(
        eq(changes.id, changeId),
        eq(changes.runId, workflowId),
        inArray(changes.status, ['REQUESTED', 'RUNNING']),
      ),
    );
  if (found === undefined) return undefined;
  const { change, target, account } = found;
  const [following, attempts] = await Promise.all([
    db
      .select()
      .from(publications)
      .where(eq(publications.targetId, target.id))
      .orderBy(desc(publications.order)),
    db
      .select()
      .from(changeAttempts)
      .where(eq(changeAttempts.changeId, changeId))
      .orderBy(asc(changeAttempts.number)),
  ]);
  const platform = deps.platforms.get(target.platform);
  const row = change.kind === 'REMOVE' ? nextToRemove(target, following, platform) : target;
  const common = { ...found, row, attempts };
  if (platform?.changes === undefined) return { ...common, error: notSupported };
  if (account.deletedAt !== null || account.credentials === null) return { ...common, error: disconnected };
  if (account.status === 'TOKEN_EXPIRED') return { ...common, error: deadGrant };
  return {
    ...common,
    platform,
    session: openSession(deps, account, account.credentials),
    publicPost: await publicPostOf(deps, target, row),
    edited: { text: change.text ?? '', ...(change.title !== null && { title: change.title }) },
    rules: {
      kind: change.kind,
      platform: target.platform,
      mustFind: isUnconfirmed(row),
      look: platform.changeRules.look,
      deadlineMs: (change.runSince ?? change.createdAt).getTime() + publishDeadlineMs,
    },
  };
}

/** The posts that follow a target are removed before it, from last to first, unless the platform removes them with it. */
function nextToRemove(
  target: PublicationRow,
  followingLastFirst: readonly PublicationRow[],
  platform: Platform | undefined,
): PublicationRow {
  if (platform?.changeRules.commentsGoWithPost === true) return target;
  return followingLastFirst.find(isPublic) ?? target;
}

/** Whether a publication is public as far as we know, under an id that we know. */
export function isPublic({
  status,
  externalPostId,
  takenDownAt,
}: Pick<PublicationRow, 'status' | 'externalPostId' | 'takenDownAt'>): boolean {
  return status === 'PUBLISHED' && externalPostId !== null && takenDownAt === null;
}

async function publicPostOf(
  { db }: ServiceDeps,
  target: PublicationRow,
  row: PublicationRow,
): Promise<PublicPost> {
  const isTarget = row.targetId === null;
  const { postId, mediaIds } = target;
  return {
    externalPostId: row.externalPostId ?? '',
    externalUrl: row.externalUrl,
    reference: row.externalReference,
    options: row.platformOptions,
    replyTo: isTarget
      ? null
      : { externalPostId: target.externalPostId ?? '', reference: target.externalReference },
    mediaClasses: isTarget && postId !== null ? await readMediaClasses(db, { postId, mediaIds }) : [],
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
