import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorDetail } from '../../../domain/errors.js';
import type { MediaViolation } from '../../../domain/check-media-rules.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { checkOptionMedium, optionMediaIn } from '../../../domain/option-media.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { Platform, PlatformRegistry, RuleViolation } from '../../../platforms/kit/platform.js';
import {
  draftedMediaOf,
  readDraftedMedia,
  type AssetReader,
  type DraftedMedia,
} from '../../media/drafted-media.js';
import type { TargetInput } from '../../post-records/types.js';
import type { ResolvedTarget } from './target-accounts.js';

/** After this many characters, other requests get a turn: one with 50 long texts must not delay them all. */
const charsPerTurnMax = 10_000;

export interface DraftedTarget {
  socialAccountId: string;
  platform: PlatformName;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: TargetInput['platformOptions'];
  mediaIds: readonly string[];
}

export function toDrafted({ input, account }: ResolvedTarget): DraftedTarget {
  return { ...input, platform: account.platform };
}

export interface DraftedContent {
  shape: Shape;
  workspaceId: string;
  caption: string | null;
  mediaIds: readonly string[];
  /** The alt texts of this post, by asset. Without one, the asset's own applies. */
  mediaAltText: Readonly<Record<string, string | null>>;
  targets: readonly DraftedTarget[];
}

type RuleDeps = AssetReader & { platforms: PlatformRegistry };

export interface PlatformFinding extends ErrorDetail {
  /** A warning refuses nothing. */
  severity: 'error' | 'warning';
  /** Whether the finding is about something that a draft may still lack. */
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

async function findViolations(deps: RuleDeps, content: DraftedContent): Promise<Violation[][]> {
  const ids = [
    ...content.mediaIds,
    ...content.targets.flatMap(({ mediaIds, platformOptions }) => [
      ...mediaIds,
      ...optionMediaIn(platformOptions).map(({ assetId }) => assetId),
    ]),
  ];
  const media = await readDraftedMedia(deps, content.workspaceId, ids, content.mediaAltText);
  const findings: Violation[][] = [];
  let charsLookedAt = 0;
  for (const [index, target] of content.targets.entries()) {
    const violations = violationsOf(deps.platforms, content, media, target);
    findings.push(
      violations.map((violation) => ({
        detail: detailOf(violation, target, content.shape, index),
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

function toOptionViolation(
  option: string,
  { rule, message, limit, actual, mime }: MediaViolation,
): RuleViolation {
  return {
    field: 'platformOptions',
    option,
    rule,
    message,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
    ...(mime !== undefined && { mime }),
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
  shape: Shape,
  index: number,
): ErrorDetail {
  const { caption, targets } = partNames[shape];
  const targetPath = `${targets}.${index}`;
  const media = target.mediaIds.length > 0 ? `${targetPath}.mediaIds` : 'mediaIds';
  const path = {
    text: target.captionOverride === null ? caption : `${targetPath}.captionOverride`,
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
    ...(violation.mime === undefined ? {} : { mime: violation.mime }),
  };
}
