import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RuleViolation } from '../../../domain/findings.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { checkOptionMedium, optionMediaIn } from '../../../domain/option-media.js';
import type { Shape } from '../../../domain/request-shape.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { Platform, PlatformRegistry } from '../../../platforms/kit/platform.js';
import {
  draftedMediaOf,
  readDraftedMedia,
  type AssetReader,
  type DraftedMedia,
} from '../../media/drafted-media.js';
import type { TargetInput } from '../../post-records/types.js';
import type { ResolvedTarget } from './target-accounts.js';

/** After this many characters, other requests get a turn, so that 50 long texts do not delay them all. */
const charsPerTurnMax = 10_000;

export interface DraftedTarget {
  socialAccountId: string;
  platform: PlatformName;
  captionOverride: string | null;
  firstComment: string | null;
  platformOptions: TargetInput['platformOptions'];
  mediaIds: readonly string[];
}

export function toDrafted({ input, account }: ResolvedTarget): TargetInput & DraftedTarget {
  return { ...input, platform: account.platform };
}

export interface DraftedContent {
  shape: Shape;
  workspaceId: string;
  caption: string | null;
  mediaIds: readonly string[];
  /** The alt texts of this post, by asset. An asset without an entry uses its own alt text. */
  mediaAltText: Readonly<Record<string, string | null>>;
  targets: readonly DraftedTarget[];
}

type RuleDeps = AssetReader & { platforms: PlatformRegistry };

/** The violations of the platforms' own rules, for each target in the order of the request. */
export async function platformViolations(
  deps: RuleDeps,
  content: DraftedContent,
): Promise<RuleViolation[][]> {
  const ids = [
    ...content.mediaIds,
    ...content.targets.flatMap(({ mediaIds, platformOptions }) => [
      ...mediaIds,
      ...optionMediaIn(platformOptions).map(({ assetId }) => assetId),
    ]),
  ];
  const media = await readDraftedMedia(deps, content.workspaceId, ids, content.mediaAltText);
  const violations: RuleViolation[][] = [];
  let charsLookedAt = 0;
  for (const target of content.targets) {
    violations.push(violationsOf(deps.platforms, content, media, target));
    charsLookedAt += textOf(content, target).length + (target.firstComment?.length ?? 0);
    if (charsLookedAt < charsPerTurnMax) continue;
    charsLookedAt = 0;
    await nextTurn();
  }
  return violations;
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

function optionMediaViolations({ optionMedia: rules = {} }: Platform, given: OptionMedia): RuleViolation[] {
  return Object.entries(rules).flatMap(([option, image]) => {
    const item = given[option];
    return item === undefined ? [] : checkOptionMedium(option, item, image);
  });
}
