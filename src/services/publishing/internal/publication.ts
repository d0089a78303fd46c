import { and, eq, exists, gte, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../../db/client.js';
import { postMedia, posts, publishAttempts, socialAccounts, targets } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import type { MediaClass } from '../../../domain/media-rules.js';
import type { PublishStep } from '../../../domain/workflow-contract.js';
import type { Platform, Publication } from '../../../platforms/kit/platform.js';
import type { PlatformSession } from '../../../platforms/kit/session.js';
import { isLastAttempt, type AttemptRow } from '../../attempts/last-attempts.js';
import { readMediaClasses } from '../../post-records/media-classes.js';
import type { PostRow, TargetRow } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isAhead } from './fence.js';
import { openSession } from '../../account-grants/platform-session.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { rowVersions, type RowVersions } from './row-versions.js';

/** Everything that a platform call needs for one step of one target. It contains credentials, so keep it in memory. */
export interface LoadedPublication {
  post: PostRow;
  target: TargetRow;
  account: SocialAccountRow;
  platform: Platform;
  session: PlatformSession;
  /** The publication without its media, because only some steps need them. */
  publication: Publication;
  /** Whether the publication has media, including those in options. */
  hasMedia: boolean;
  state: JsonObject | null;
  /** The last attempt of this step. */
  last: AttemptRow | undefined;
  /** The number of the last attempt, or 0. If a later attempt exists, another try has overtaken this one. */
  lastNumber: number;
  versions: RowVersions;
  /** The due time, if it is in the future. Null otherwise. */
  earlyUntilMs: number | null;
}

/** The reason that the account or this build cannot publish the target. */
export interface FailedLoad {
  failure: LoadFailure;
  post: PostRow;
  earlyUntilMs: number | null;
}

export type LoadFailure = 'ACCOUNT_DISCONNECTED' | 'PLATFORM_AUTH_FAILED' | 'PLATFORM_NOT_SUPPORTED';

/** Loads a step for publishing. Returns the reason if the account or this build cannot publish. */
export async function loadPublication(
  db: Db,
  deps: ServiceDeps,
  targetId: string,
  step: PublishStep,
  workflowNowMs: number,
): Promise<LoadedPublication | FailedLoad | undefined> {
  const [row] = await readPublication(db, targetId, step);
  if (row === undefined) return undefined;
  const { post, target, account, hasPostMedia, last, versions, databaseNow } = row;
  deps.publishing.dueClock.note(databaseNow.getTime());
  const earlyUntilMs = isAhead(post, target) ? untilDue(deps, target, workflowNowMs) : null;
  const failed = (failure: LoadFailure): FailedLoad => ({ failure, post, earlyUntilMs });
  const platform = deps.platforms.get(target.platform);
  if (platform === undefined) return failed('PLATFORM_NOT_SUPPORTED');
  if (account.deletedAt !== null || account.credentials === null) return failed('ACCOUNT_DISCONNECTED');
  if (account.status === 'TOKEN_EXPIRED') return failed('PLATFORM_AUTH_FAILED');
  const hasShownMedia = step === 'POST' && (target.mediaIds.length > 0 || hasPostMedia);
  const hasOptionMedia = step === 'POST' && optionMediaIn(target.platformOptions).length > 0;
  return {
    post,
    target,
    account,
    platform,
    session: openSession(deps, account, account.credentials),
    publication: toPublication(post, target, step, hasShownMedia ? await readMediaClasses(db, target) : []),
    hasMedia: hasShownMedia || hasOptionMedia,
    state: step === 'POST' ? target.postState : target.commentState,
    last: last ?? undefined,
    lastNumber: last?.number ?? 0,
    versions,
    earlyUntilMs,
  };
}

/** Returns the target's due time if it is in the future, otherwise null. */
function untilDue(
  { publishing: { dueClock } }: ServiceDeps,
  { scheduledFor }: TargetRow,
  workflowNowMs: number,
): number | null {
  const dueMs = scheduledFor?.getTime() ?? 0;
  return dueMs > dueClock.nowMs(workflowNowMs) ? dueMs : null;
}

function readPublication(db: Db, targetId: string, step: PublishStep) {
  return db
    .select({
      post: posts,
      target: targets,
      account: socialAccounts,
      last: publishAttempts,
      versions: rowVersions,
      hasPostMedia: exists(db.select().from(postMedia).where(eq(postMedia.postId, targets.postId))).mapWith(
        Boolean,
      ),
      databaseNow: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt),
    })
    .from(targets)
    .innerJoin(posts, eq(posts.id, targets.postId))
    .innerJoin(socialAccounts, eq(socialAccounts.id, targets.socialAccountId))
    .leftJoin(publishAttempts, isLastAttempt(step))
    .where(eq(targets.id, targetId));
}

function toPublication(
  post: PostRow,
  target: TargetRow,
  step: PublishStep,
  mediaClasses: readonly MediaClass[],
): Publication {
  const key = { id: `${target.id}:${step}`, createdAt: target.createdAt };
  if (step === 'POST') {
    return {
      key,
      text: target.captionOverride ?? post.caption ?? '',
      options: target.platformOptions,
      replyTo: target.replyTo,
      media: [],
      optionMedia: {},
      mediaClasses,
    };
  }
  return {
    key,
    text: target.firstComment ?? '',
    options: null,
    replyTo: { externalPostId: target.externalPostId ?? '', reference: target.externalReference },
    media: [],
    optionMedia: {},
    mediaClasses: [],
  };
}

/**
 * The external ids that other publications of the account own since a time, in any workspace and including first
 * comments. A look-up must not adopt these even if their text is the same.
 */
export async function takenExternalIds(
  q: Queryable,
  { id, accountIdentity }: AttemptRow,
  since: Date,
): Promise<Set<string>> {
  const rows = await q
    .select({ externalId: publishAttempts.externalId })
    .from(publishAttempts)
    .where(
      and(
        eq(publishAttempts.accountIdentity, accountIdentity),
        isNotNull(publishAttempts.externalId),
        gte(publishAttempts.finishedAt, since),
        ne(publishAttempts.id, id),
      ),
    );
  return new Set(rows.flatMap(({ externalId }) => (externalId === null ? [] : [externalId])));
}
