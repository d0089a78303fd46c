import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { anyOf, fixedStatement } from '../../db/fixed-statement.js';
import { mediaAssets, socialAccounts } from '../../db/schema/index.js';
import { AppError, notFound, type ErrorDetail } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PlatformRegistry, RuleViolation } from '../../platforms/kit/platform.js';
import { authorizeResource } from '../shared/access.js';
import type { Reach } from '../shared/context.js';
import { draftedMediaOf, readDraftedMedia, type DraftedMedia } from '../media/drafted-media.js';
import type { PostContentInput, TargetInput } from './types.js';

export type SocialAccountRow = typeof socialAccounts.$inferSelect;

export interface ResolvedTarget {
  input: TargetInput;
  account: SocialAccountRow;
}

type Shape = PostContentInput['shape'];

/** After so many characters, others have a turn: a request of 50 long texts must not hold them all up. */
const charsPerTurnMax = 10_000;

const readAccounts = fixedStatement('read_accounts', (q) =>
  q.select().from(socialAccounts).where(anyOf(socialAccounts.id, 'ids')),
);

/** The request's own names for a target's parts, for error paths. */
export function pathsOf(shape: Shape, index: number): { target: string; account: string; caption: string } {
  return shape === 'flat'
    ? { target: `platforms.${index}`, account: `platforms.${index}.accountId`, caption: 'content' }
    : { target: `targets.${index}`, account: `targets.${index}.socialAccountId`, caption: 'caption' };
}

/**
 * The accounts of a post, in request order. The first one decides the workspace and is authorised;
 * a later one that lies elsewhere, or nowhere, is a fault of the request (decisions table).
 */
export async function resolveAccounts(
  q: Queryable,
  reach: Reach,
  shape: Shape,
  inputs: readonly TargetInput[],
  workspaceId?: string,
): Promise<ResolvedTarget[]> {
  const ids = inputs.map((input) => input.socialAccountId);
  const rows = await readAccounts(q, { ids });
  const liveById = new Map(rows.filter((row) => row.deletedAt === null).map((row) => [row.id, row]));
  const first = liveById.get(ids[0] ?? '');
  authorizeResource(reach, first?.workspaceId, 'writePosts');
  if (first === undefined) throw notFound();
  const home = workspaceId ?? first.workspaceId;
  const details: ErrorDetail[] = [];
  const resolved = inputs.flatMap((input, index) => {
    const account = liveById.get(input.socialAccountId);
    if (account?.workspaceId === home) return [{ input, account }];
    details.push({
      path: pathsOf(shape, index).account,
      code: 'unknown_account',
      message: 'There is no such social account in the workspace of the post.',
    });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return resolved;
}

export function validationFailed(details: ErrorDetail[]): AppError<'VALIDATION_FAILED'> {
  return new AppError('VALIDATION_FAILED', 'The request is not valid.', { details });
}

export function toDrafted({ input, account }: ResolvedTarget): DraftedTarget {
  return { ...input, platform: account.platform };
}

/**
 * Every media id must be a finished asset of the post's workspace. Within a transaction the assets are held until its
 * end, so that none is deleted before the post that uses it is there.
 */
export async function checkMedia(
  q: Queryable,
  workspaceId: string,
  mediaIds: readonly string[],
  pathAt = (index: number): string => `mediaIds.${index}`,
): Promise<void> {
  if (mediaIds.length === 0) return;
  const rows = await q
    .select({ id: mediaAssets.id, status: mediaAssets.status })
    .from(mediaAssets)
    .where(
      and(
        inArray(mediaAssets.id, [...mediaIds]),
        eq(mediaAssets.workspaceId, workspaceId),
        isNull(mediaAssets.deletedAt),
      ),
    )
    // In one order, so that two who hold several do not wait for each other.
    .orderBy(mediaAssets.id)
    .for('key share');
  const statusById = new Map(rows.map((row) => [row.id, row.status]));
  const details = mediaIds.flatMap((id, index) => {
    const status = statusById.get(id);
    const path = pathAt(index);
    if (status === 'READY') return [];
    return status === undefined
      ? [{ path, code: 'unknown_media', message: 'There is no such media asset in the workspace.' }]
      : [
          {
            path,
            code: 'media_not_ready',
            message: `The media asset is ${status}; complete its upload first.`,
          },
        ];
  });
  if (details.length > 0) throw validationFailed(details);
}

export interface DraftedTarget {
  platform: PlatformName;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: TargetInput['platformOptions'];
  mediaIds: readonly string[];
}

/** The same for what a request names: each finding says where in the request it stands. */
export async function checkNamedMedia(
  q: Queryable,
  workspaceId: string,
  shape: Shape,
  named: { mediaIds?: readonly string[]; targets?: readonly { mediaIds: readonly string[] }[] },
): Promise<void> {
  const all = [
    ...(named.mediaIds ?? []).map((id, at) => ({ id, path: `mediaIds.${at}` })),
    ...(named.targets ?? []).flatMap(({ mediaIds }, index) =>
      mediaIds.map((id, at) => ({ id, path: `${pathsOf(shape, index).target}.mediaIds.${at}` })),
    ),
  ];
  const ids = all.map(({ id }) => id);
  await checkMedia(q, workspaceId, ids, (index) => all[index]?.path ?? '');
}

export interface DraftedContent {
  /** Assets that lie elsewhere are not looked at. */
  workspaceId: string;
  caption: string | null;
  mediaIds: readonly string[];
  /** Alternative texts of this post, by asset; without one the asset's own holds. */
  mediaAltText: Readonly<Record<string, string | null>>;
  targets: readonly DraftedTarget[];
}

type RuleDeps = { db: Queryable; platforms: PlatformRegistry };

/**
 * The platforms' own rules (422). A draft may still lack things, so rules about what is missing wait until
 * the post is scheduled.
 */
export async function checkPlatformRules(
  deps: RuleDeps,
  shape: Shape,
  content: DraftedContent,
  { draft }: { draft: boolean },
): Promise<void> {
  const found = (await findViolations(deps, shape, content)).flat();
  const details = found
    .filter(({ severity, isMissing }) => severity === 'error' && !(draft && isMissing))
    .map(({ detail }) => detail);
  if (details.length === 0) return;
  throw new AppError('PLATFORM_RULE_VIOLATION', 'The post breaks a rule of a platform.', { details });
}

export interface PlatformFinding extends ErrorDetail {
  /** A warning refuses nothing. */
  severity: 'error' | 'warning';
  /** What a draft may still lack. */
  isMissing: boolean;
}

/** What the platforms would refuse or warn of, for each target in the order of the request. */
export async function platformFindings(
  deps: RuleDeps,
  shape: Shape,
  content: DraftedContent,
): Promise<PlatformFinding[][]> {
  const found = await findViolations(deps, shape, content);
  return found.map((ofTarget) => ofTarget.map(({ detail, ...rest }) => ({ ...detail, ...rest })));
}

interface Violation extends Pick<PlatformFinding, 'severity' | 'isMissing'> {
  detail: ErrorDetail;
}

async function findViolations(
  { db, platforms }: RuleDeps,
  shape: Shape,
  content: DraftedContent,
): Promise<Violation[][]> {
  const ids = [...content.mediaIds, ...content.targets.flatMap((target) => target.mediaIds)];
  const media = await readDraftedMedia(db, content.workspaceId, ids, content.mediaAltText);
  const findings: Violation[][] = [];
  let charsLookedAt = 0;
  for (const [index, target] of content.targets.entries()) {
    const violations = violationsOf(platforms, content, media, target);
    findings.push(
      violations.map((violation) => ({
        detail: toDetail(violation, target, pathsOf(shape, index)),
        severity: violation.severity ?? 'error',
        isMissing: violation.isMissing ?? false,
      })),
    );
    charsLookedAt += textOf(content, target).length + (target.firstComment?.length ?? 0);
    if (charsLookedAt < charsPerTurnMax) continue;
    charsLookedAt = 0;
    await nextTurn();
  }
  return findings;
}

function textOf({ caption }: Pick<DraftedContent, 'caption'>, { captionOverride }: DraftedTarget): string {
  return captionOverride ?? caption ?? '';
}

function violationsOf(
  platforms: PlatformRegistry,
  content: Pick<DraftedContent, 'caption' | 'mediaIds'>,
  media: DraftedMedia,
  target: DraftedTarget,
): RuleViolation[] {
  const platform = platforms.get(target.platform);
  if (platform === undefined) {
    return [
      {
        field: 'text',
        rule: 'platform_not_supported',
        message: `This installation cannot publish to ${target.platform} yet.`,
      },
    ];
  }
  return platform.validate({
    text: textOf(content, target),
    firstComment: target.firstComment,
    options: target.platformOptions,
    media: draftedMediaOf(media, target.mediaIds.length > 0 ? target.mediaIds : content.mediaIds),
  });
}

function toDetail(
  violation: RuleViolation,
  target: DraftedTarget,
  paths: { target: string; caption: string },
): ErrorDetail {
  const media = target.mediaIds.length > 0 ? `${paths.target}.mediaIds` : 'mediaIds';
  const path = {
    text: target.captionOverride === null ? paths.caption : `${paths.target}.captionOverride`,
    firstComment: `${paths.target}.firstComment`,
    platformOptions: `${paths.target}.platformOptions${violation.option === undefined ? '' : `.${violation.option}`}`,
    media: violation.mediaIndex === undefined ? media : `${media}.${violation.mediaIndex}`,
  }[violation.field];
  return {
    path,
    code: violation.rule,
    message: `${target.platform}: ${violation.message}`,
    ...(violation.limit === undefined ? {} : { limit: violation.limit }),
    ...(violation.actual === undefined ? {} : { actual: violation.actual }),
  };
}
