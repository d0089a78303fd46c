import { and, eq, exists, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { builtQuery } from '../../../db/built-query.js';
import type { Queryable } from '../../../db/client.js';
import {
  changeAttempts,
  postMedia,
  posts,
  publications,
  publishAttempts,
  socialAccounts,
} from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import { optionMediaIn } from '../../../domain/option-media.js';
import { isPartStep, optionsOfPart } from '../../../domain/parts.js';
import type { Platform, Publication, ReplyTarget } from '../../../platforms/kit/platform.js';
import type { PlatformSession } from '../../../platforms/kit/session.js';
import { repliedToBy } from '../../attempts/followers.js';
import { isLastAttempt, type AttemptRow } from '../../attempts/last-attempts.js';
import { readMediaClasses } from '../../post-records/media-classes.js';
import {
  asSubject,
  followers,
  gatherTargets,
  isFollowerOf,
  partsOf,
  type PublicationRow,
  type Subject,
  type TargetRow,
} from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isAhead } from './fence.js';
import { openSession } from '../../account-grants/platform-session.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import { carrierOf, type Carrier } from './carrier.js';
import { isTargetRow, rowVersions, targetRows, type RowVersions } from './row-versions.js';

/** Everything that a platform call needs for one publication. It contains credentials, so keep it in memory. */
export interface LoadedPublication {
  post: Subject;
  target: TargetRow;
  row: PublicationRow;
  account: SocialAccountRow;
  platform: Platform;
  session: PlatformSession;
  /** The publication without its media, because only some steps need them. */
  publication: Publication;
  /** Whether the publication has media, including those in options. */
  hasMedia: boolean;
  /** The target or the part of it, whose media are loaded. */
  carrier: Carrier;
  state: JsonObject | null;
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
  post: Subject;
  earlyUntilMs: number | null;
}

export type LoadFailure = 'ACCOUNT_DISCONNECTED' | 'PLATFORM_AUTH_FAILED' | 'PLATFORM_NOT_SUPPORTED';

/** A publication with the rows that decide what comes next. */
export interface FoundPublication extends Pick<
  LoadedPublication,
  'post' | 'target' | 'row' | 'account' | 'versions'
> {
  last: AttemptRow | null;
  hasPostMedia: boolean;
  /** The number of attempts at the target and what follows it. */
  attempts: number;
}

/** Reads a publication in one statement. Undefined if it does not exist. */
export async function findPublication(
  { db, publishing }: Pick<ServiceDeps, 'db' | 'publishing'>,
  publicationId: string,
): Promise<FoundPublication | undefined> {
  const rows = await readPublication(db, { publicationId });
  const [found] = rows;
  const [target] = gatherTargets(rows);
  if (found === undefined || target === undefined) return undefined;
  publishing.dueClock.note(found.databaseNow.getTime());
  return { ...found, post: found.post ?? asSubject(found.row), target };
}

/**
 * Loads a publication for a call. Returns the reason if the account or this build cannot publish. `known` is what the
 * caller has just read.
 */
export async function loadPublication(
  deps: ServiceDeps,
  publicationId: string,
  workflowNowMs: number,
  known?: FoundPublication,
): Promise<LoadedPublication | FailedLoad | undefined> {
  const found = known ?? (await findPublication(deps, publicationId));
  if (found === undefined) return undefined;
  const { post, target, row, account, last, versions } = found;
  const earlyUntilMs = isAhead(post, row) ? untilDue(deps, row, workflowNowMs) : null;
  const failed = (failure: LoadFailure): FailedLoad => ({ failure, post, earlyUntilMs });
  const platform = deps.platforms.get(row.platform);
  if (platform === undefined) return failed('PLATFORM_NOT_SUPPORTED');
  if (account.deletedAt !== null || account.credentials === null) return failed('ACCOUNT_DISCONNECTED');
  if (account.status === 'TOKEN_EXPIRED') return failed('PLATFORM_AUTH_FAILED');
  const hasPostMedia = row.targetId === null && found.hasPostMedia;
  const carrier = carrierOf(post, target, row);
  const hasShownMedia = hasPostMedia || carrier.mediaIds.length > 0;
  return {
    post,
    target,
    row,
    account,
    platform,
    session: openSession(deps, account, account.credentials),
    publication: {
      ...toPublication(post, target, row, platform),
      mediaClasses: hasShownMedia ? await readMediaClasses(deps.db, carrier) : [],
    },
    carrier,
    hasMedia: hasShownMedia || optionMediaIn(carrier.platformOptions).length > 0,
    state: row.prepared,
    last: last ?? undefined,
    lastNumber: last?.number ?? 0,
    versions,
    earlyUntilMs,
  };
}

/** Returns the due time if it is in the future, otherwise null. */
function untilDue(
  { publishing: { dueClock } }: ServiceDeps,
  { scheduledFor }: PublicationRow,
  workflowNowMs: number,
): number | null {
  const dueMs = scheduledFor?.getTime() ?? 0;
  return dueMs > dueClock.nowMs(workflowNowMs) ? dueMs : null;
}

const readPublication = builtQuery((q) =>
  q
    .select({
      post: posts,
      target: targetRows,
      follower: followers,
      row: publications,
      account: socialAccounts,
      last: publishAttempts,
      versions: rowVersions,
      hasPostMedia: exists(q.select().from(postMedia).where(eq(postMedia.postId, posts.id))).mapWith(Boolean),
      attempts: countAttempts(q, targetRows.id),
      databaseNow: sql<Date>`clock_timestamp()`.mapWith(posts.createdAt),
    })
    .from(publications)
    .innerJoin(targetRows, isTargetRow)
    .leftJoin(followers, isFollowerOf(targetRows))
    .leftJoin(posts, eq(posts.id, targetRows.postId))
    .innerJoin(socialAccounts, eq(socialAccounts.id, publications.socialAccountId))
    .leftJoin(publishAttempts, isLastAttempt())
    .where(eq(publications.id, sql.placeholder('publicationId'))),
);

/** Counts the attempts at a target and what follows it, at once or as a part of another query. */
export const countAttempts = (q: Queryable, targetId: string | AnyPgColumn) =>
  q.$count(
    publishAttempts,
    inArray(
      publishAttempts.publicationId,
      q
        .select({ id: publications.id })
        .from(publications)
        .where(or(eq(publications.id, targetId), eq(publications.targetId, targetId))),
    ),
  );

function toPublication(
  post: Subject,
  target: TargetRow,
  row: PublicationRow,
  platform: Platform,
): Omit<Publication, 'mediaClasses'> {
  const { createdAt, platformOptions: options } = row;
  return {
    key: { id: `${target.id}:${row.step}`, createdAt },
    text: textOf(post, target, row),
    options: isPartStep(row.step) ? optionsOfPart(platform.parts, target.platformOptions) : options,
    replyTo: row.targetId === null ? row.replyTo : replyTargetOf(target, row),
    media: [],
    optionMedia: {},
  };
}

/** The place of a publication that follows a target. The target is the root of a reply to one of its parts. */
export function replyTargetOf(target: TargetRow, row: PublicationRow): ReplyTarget {
  const toReply = ({ externalPostId, externalReference: reference }: PublicationRow) => ({
    externalPostId: externalPostId ?? '',
    reference,
  });
  const parent = repliedToBy(target, row);
  return { ...toReply(parent), ...(parent.id !== target.id && { root: toReply(target) }) };
}

/** The text of a publication, which is content of its post and target. */
export function textOf(
  post: Pick<Subject, 'caption' | 'parts'>,
  target: TargetRow,
  { step, order }: Pick<PublicationRow, 'step' | 'order'>,
): string {
  if (isPartStep(step)) return partsOf(post, target)[order - 1]?.text ?? '';
  return (step === 'POST' ? (target.captionOverride ?? post.caption) : target.firstComment) ?? '';
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
    )
    // An edit gives a post of some platforms another id.
    .unionAll(
      q
        .select({ externalId: changeAttempts.externalId })
        .from(changeAttempts)
        .where(
          and(
            eq(changeAttempts.accountIdentity, accountIdentity),
            isNotNull(changeAttempts.externalId),
            gte(changeAttempts.finishedAt, since),
          ),
        ),
    );
  return new Set(rows.flatMap(({ externalId }) => (externalId === null ? [] : [externalId])));
}
