import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { anyOf, fixedStatement } from '../../../db/fixed-statement.js';
import { mediaAssets, socialAccounts } from '../../../db/schema/index.js';
import { accountDisconnected, validationFailed, type ErrorDetail } from '../../../domain/errors.js';
import type { MediaStatus } from '../../../domain/media.js';
import type { MediaViolation } from '../../../domain/check-media-rules.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { checkOptionMedium, optionMediaIn } from '../../../domain/option-media.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { Platform, PlatformRegistry, RuleViolation } from '../../../platforms/kit/platform.js';
import { authorizeResource } from '../../shared/access.js';
import type { Reach } from '../../shared/context.js';
import type { SocialAccountRow } from '../../account-records/view.js';
import { draftedMediaOf, readDraftedMedia, type DraftedMedia } from '../../media/drafted-media.js';
import type { PostRecord } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';

export interface ResolvedTarget {
  input: TargetInput;
  account: SocialAccountRow;
}

/** After this many characters, other requests get a turn: one with 50 long texts must not delay them all. */
const charsPerTurnMax = 10_000;

const readAccounts = fixedStatement('read_accounts', (q) =>
  q.select().from(socialAccounts).where(anyOf(socialAccounts.id, 'ids')),
);

type TargetAccounts = ReadonlyMap<string, SocialAccountRow>;

/** The accounts that targets name, by id, including disconnected ones. */
export async function readKnownAccounts(
  q: Queryable,
  inputs: readonly Pick<TargetInput, 'socialAccountId'>[],
): Promise<TargetAccounts> {
  const rows = await readAccounts(q, { ids: inputs.map((input) => input.socialAccountId) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same without disconnected ones. */
export async function readTargetAccounts(
  q: Queryable,
  inputs: readonly Pick<TargetInput, 'socialAccountId'>[],
): Promise<TargetAccounts> {
  return connectedOf(await readKnownAccounts(q, inputs));
}

export function connectedOf(accounts: TargetAccounts): TargetAccounts {
  return new Map([...accounts].filter(([, { deletedAt }]) => deletedAt === null));
}

/** Where a post names the account that decides its workspace. */
export const firstAccountPath = 'targets.0.socialAccountId';

/** The workspace of a post, which its first account decides. Undefined if that account does not exist. */
export function workspaceOf(inputs: readonly TargetInput[], accounts: TargetAccounts): string | undefined {
  return accounts.get(inputs[0]?.socialAccountId ?? '')?.workspaceId;
}

/**
 * Joins targets with their accounts, in the order of the request. An account of another workspace, or of
 * none, is an error of the request (docs/contract.md#workspace-resolution).
 */
export function joinAccounts(
  inputs: readonly TargetInput[],
  accounts: TargetAccounts,
  workspaceId: string,
): ResolvedTarget[] {
  const details: ErrorDetail[] = [];
  const resolved = inputs.flatMap((input, index) => {
    const account = accounts.get(input.socialAccountId);
    if (account?.workspaceId === workspaceId) return [{ input, account }];
    details.push({
      path: `targets.${index}.socialAccountId`,
      code: 'unknown_account',
      message: 'There is no such social account in the post’s workspace.',
    });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return resolved;
}

/**
 * Resolves the targets of an edit. The first account is checked as for a new post. An account that the post
 * already has, and that has been disconnected since, gives 409 and not "unknown", because the caller knows
 * it.
 */
export async function resolveTargets(
  q: Queryable,
  reach: Reach,
  inputs: readonly TargetInput[],
  { post: { workspaceId }, targets: stored }: PostRecord,
): Promise<ResolvedTarget[]> {
  const known = await readKnownAccounts(q, inputs);
  const accounts = connectedOf(known);
  for (const [index, { socialAccountId: id }] of inputs.entries()) {
    const isStored = stored.some(({ socialAccountId }) => socialAccountId === id);
    if (isStored && !accounts.has(id)) throw accountDisconnected(id, `targets.${index}.socialAccountId`);
  }
  authorizeResource(reach, workspaceOf(inputs, accounts), 'writePosts', firstAccountPath);
  return joinAccounts(inputs, accounts, workspaceId);
}

export function toDrafted({ input, account }: ResolvedTarget): DraftedTarget {
  return { ...input, platform: account.platform };
}

const notReadyTexts: Readonly<Record<Exclude<MediaStatus, 'READY'>, string>> = {
  PENDING_UPLOAD: 'The media asset is PENDING_UPLOAD. Complete its upload first.',
  PROCESSING: 'The media asset is PROCESSING. Wait until it is READY.',
  FAILED: 'The media asset could not be processed. Upload it again.',
};

/**
 * Every media id must be a finished asset of the post's workspace. Within a transaction the assets stay
 * locked until its end, so that none is deleted before the post that uses it is stored.
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
    // Always in the same order, so that two transactions that lock several do not wait for each other.
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
            message: notReadyTexts[status],
          },
        ];
  });
  if (details.length > 0) throw validationFailed(details);
}

export interface DraftedTarget {
  socialAccountId: string;
  platform: PlatformName;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: TargetInput['platformOptions'];
  mediaIds: readonly string[];
}

/** The same for what a request names: each finding has the path in the request. */
export async function checkNamedMedia(
  q: Queryable,
  workspaceId: string,
  named: {
    mediaIds?: readonly string[];
    targets?: readonly Pick<DraftedTarget, 'mediaIds' | 'platformOptions'>[];
  },
): Promise<void> {
  const all = [
    ...(named.mediaIds ?? []).map((id, at) => ({ id, path: `mediaIds.${at}` })),
    ...(named.targets ?? []).flatMap(({ mediaIds, platformOptions }, index) => [
      ...mediaIds.map((id, at) => ({ id, path: `targets.${index}.mediaIds.${at}` })),
      ...optionMediaIn(platformOptions).map(({ path, assetId: id }) => ({
        id,
        path: `targets.${index}.platformOptions.${path}`,
      })),
    ]),
  ];
  const ids = all.map(({ id }) => id);
  await checkMedia(q, workspaceId, ids, (index) => all[index]?.path ?? '');
}

export interface DraftedContent {
  /** Assets of other workspaces are not looked at. */
  workspaceId: string;
  caption: string | null;
  mediaIds: readonly string[];
  /** The alt texts of this post, by asset. Without one, the asset's own applies. */
  mediaAltText: Readonly<Record<string, string | null>>;
  targets: readonly DraftedTarget[];
}

type RuleDeps = { db: Queryable; platforms: PlatformRegistry };

export interface PlatformFinding extends ErrorDetail {
  /** A warning refuses nothing. */
  severity: 'error' | 'warning';
  /** What a draft may still lack. */
  isMissing: boolean;
}

/** A finding about a target, from the platforms' rules, their accounts or their quotas. */
export interface ContentFinding extends PlatformFinding {
  rule?: string;
  fitsAt?: Date | null;
}

/** The findings of the platforms' own rules, for each target in the order of the request. */
export async function platformFindings(
  deps: RuleDeps,
  content: DraftedContent,
): Promise<PlatformFinding[][]> {
  const found = await findViolations(deps, content);
  return found.map((ofTarget) => ofTarget.map(({ detail, ...rest }) => ({ ...detail, ...rest })));
}

interface Violation extends Pick<PlatformFinding, 'severity' | 'isMissing'> {
  detail: ErrorDetail;
}

async function findViolations({ db, platforms }: RuleDeps, content: DraftedContent): Promise<Violation[][]> {
  const ids = [
    ...content.mediaIds,
    ...content.targets.flatMap(({ mediaIds, platformOptions }) => [
      ...mediaIds,
      ...optionMediaIn(platformOptions).map(({ assetId }) => assetId),
    ]),
  ];
  const media = await readDraftedMedia(db, content.workspaceId, ids, content.mediaAltText);
  const findings: Violation[][] = [];
  let charsLookedAt = 0;
  for (const [index, target] of content.targets.entries()) {
    const violations = violationsOf(platforms, content, media, target);
    findings.push(
      violations.map((violation) => ({
        detail: detailOf(violation, target, `targets.${index}`),
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
  const optionMedia = optionMediaOf(media, target);
  const violations = platform.validate({
    text: textOf(content, target),
    firstComment: target.firstComment,
    options: target.platformOptions,
    media: draftedMediaOf(media, target.mediaIds.length > 0 ? target.mediaIds : content.mediaIds),
    optionMedia,
  });
  return [...violations, ...optionMediaViolations(platform, optionMedia)];
}

type OptionMedia = Readonly<Record<string, DraftMedia>>;

function optionMediaOf(media: DraftedMedia, { platformOptions }: DraftedTarget): OptionMedia {
  const found = optionMediaIn(platformOptions).flatMap(({ path, assetId }) => {
    const item = media.get(assetId);
    return item === undefined ? [] : [[path, item] as const];
  });
  return Object.fromEntries(found);
}

function toOptionViolation(option: string, { rule, message, limit, actual }: MediaViolation): RuleViolation {
  return {
    field: 'platformOptions',
    option,
    rule,
    message,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
  };
}

function optionMediaViolations({ optionMedia: rules = {} }: Platform, given: OptionMedia): RuleViolation[] {
  return Object.entries(rules).flatMap(([option, image]) => {
    const item = given[option];
    const broken = item === undefined ? [] : checkOptionMedium(item, image);
    return broken.map((violation) => toOptionViolation(option, violation));
  });
}

/** The detail of a broken rule: its path in the request, and the target it belongs to. */
export function detailOf(
  violation: RuleViolation,
  target: Omit<DraftedTarget, 'firstComment' | 'platformOptions'>,
  targetPath: string,
): ErrorDetail {
  const media = target.mediaIds.length > 0 ? `${targetPath}.mediaIds` : 'mediaIds';
  const path = {
    text: target.captionOverride === null ? 'caption' : `${targetPath}.captionOverride`,
    firstComment: `${targetPath}.firstComment`,
    platformOptions: `${targetPath}.platformOptions${violation.option === undefined ? '' : `.${violation.option}`}`,
    media: violation.mediaIndex === undefined ? media : `${media}.${violation.mediaIndex}`,
  }[violation.field];
  return {
    path,
    code: violation.rule,
    message: `${target.platform}: ${violation.message}`,
    platform: target.platform,
    socialAccountId: target.socialAccountId,
    ...(violation.limit === undefined ? {} : { limit: violation.limit }),
    ...(violation.actual === undefined ? {} : { actual: violation.actual }),
  };
}
