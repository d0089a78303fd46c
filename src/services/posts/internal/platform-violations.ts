import { setImmediate as nextTurn } from 'node:timers/promises';
import { estimateCost, type Charge, type EstimatedCost } from '../../../domain/costs.js';
import type { RuleViolation } from '../../../domain/findings.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { checkOptionMedium, optionMediaIn } from '../../../domain/option-media.js';
import { optionsOfPart, type PostPart } from '../../../domain/parts.js';
import type { Shape } from '../../../domain/request-shape.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type {
  Platform,
  PlatformPricing,
  PlatformRegistry,
  PublicationDraft,
} from '../../../platforms/kit/platform.js';
import {
  draftedMediaOf,
  readDraftedMedia,
  type AssetReader,
  type DraftedMedia,
} from '../../media/drafted-media.js';
import { mediaOfParts } from '../../post-records/records.js';
import type { TargetInput } from '../../post-records/types.js';
import type { ResolvedTarget } from './target-accounts.js';

/** After this many characters, other requests are handled, so that 50 long texts do not delay all of them. */
const charsPerTurnMax = 10_000;

export interface DraftedTarget {
  socialAccountId: string;
  platform: PlatformName;
  captionOverride: string | null;
  partsOverride?: readonly PostPart[] | null;
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
  parts?: readonly PostPart[];
  mediaIds: readonly string[];
  /** The alt texts of this post, by asset. An asset without an entry uses its own alt text. */
  mediaAltText: Readonly<Record<string, string | null>>;
  targets: readonly DraftedTarget[];
}

type RuleDeps = AssetReader & { platforms: PlatformRegistry };

/** A violation, with the index of the further part that it is about, if any. */
export type PlacedViolation = RuleViolation & { part?: number };

/** The platform's own findings about a target, and its cost. */
interface PlatformCheck {
  /** The violations of the platform's own rules. */
  violations: PlacedViolation[];
  /** Null if the platform bills nothing. */
  cost: EstimatedCost | null;
}

/** The result of the platforms' own rules and prices, for each target in the order of the request. */
export async function platformChecks(deps: RuleDeps, content: DraftedContent): Promise<PlatformCheck[]> {
  const ids = [
    ...content.mediaIds,
    ...mediaOfParts(content.parts ?? null),
    ...content.targets.flatMap(({ mediaIds, partsOverride = null, platformOptions }) => [
      ...mediaIds,
      ...mediaOfParts(partsOverride),
      ...optionMediaIn(platformOptions).map(({ assetId }) => assetId),
    ]),
  ];
  const media = await readDraftedMedia(deps, content.workspaceId, ids, content.mediaAltText);
  const checks: PlatformCheck[] = [];
  let charsLookedAt = 0;
  for (const target of content.targets) {
    checks.push(checkOf(deps.platforms, content, media, target));
    charsLookedAt += charsOf(content, target);
    if (charsLookedAt < charsPerTurnMax) continue;
    charsLookedAt = 0;
    await nextTurn();
  }
  return checks;
}

function textOf({ caption }: Pick<DraftedContent, 'caption'>, { captionOverride }: DraftedTarget): string {
  return captionOverride ?? caption ?? '';
}

/** The further parts of a target: its own, otherwise those of the post. */
export const partsOfDraft = (
  { parts = [] }: Pick<DraftedContent, 'parts'>,
  { partsOverride = null }: Pick<DraftedTarget, 'partsOverride'>,
): readonly PostPart[] => partsOverride ?? parts;

const charsOf = (content: DraftedContent, target: DraftedTarget): number =>
  [
    textOf(content, target),
    target.firstComment ?? '',
    ...partsOfDraft(content, target).map(({ text }) => text),
  ].join('').length;

function checkOf(
  platforms: PlatformRegistry,
  content: Pick<DraftedContent, 'caption' | 'parts' | 'mediaIds'>,
  media: DraftedMedia,
  target: DraftedTarget,
): PlatformCheck {
  const platform = platforms.get(target.platform);
  if (platform === undefined) {
    const violation = {
      field: 'text',
      rule: 'platform_not_supported',
      message: `This installation cannot publish to ${target.platform} yet.`,
    } as const;
    return { violations: [violation], cost: null };
  }
  const optionMedia = optionMediaOf(media, target);
  const draft: PublicationDraft = {
    text: textOf(content, target),
    firstComment: target.firstComment,
    options: target.platformOptions,
    media: draftedMediaOf(media, target.mediaIds.length > 0 ? target.mediaIds : content.mediaIds),
    optionMedia,
  };
  const { pricing } = platform;
  const parts = partsOfDraft(content, target).map(({ text, mediaIds }): PublicationDraft => ({
    text,
    firstComment: null,
    options: optionsOfPart(platform.parts, target.platformOptions),
    media: draftedMediaOf(media, mediaIds),
    isPart: true,
  }));
  return {
    violations: [
      ...platform.validate(draft),
      ...optionMediaViolations(platform, optionMedia),
      ...partViolations(platform, parts),
    ],
    cost: pricing === undefined ? null : estimateCost(pricing.list, chargesFor(pricing, draft, parts)),
  };
}

/**
 * The violations of further parts. Violations of options are left out, because the post itself has the same options.
 */
function partViolations(platform: Platform, parts: readonly PublicationDraft[]): PlacedViolation[] {
  if (parts.length > 0 && platform.parts === undefined) {
    const message =
      'This platform has no posts of several parts: send an empty partsOverride for this account.';
    return [{ field: 'parts', rule: 'parts_not_supported', message }];
  }
  return parts.flatMap((draft, part) =>
    platform
      .validate(draft)
      .filter(({ field }) => field === 'text' || field === 'media')
      .map((violation) => ({ ...violation, part })),
  );
}

function chargesFor(
  pricing: PlatformPricing,
  draft: PublicationDraft,
  parts: readonly PublicationDraft[],
): Charge[] {
  const ofParts = parts.flatMap((part) => pricing.chargesFor(part));
  return [
    ...pricing.chargesFor(draft),
    ...ofParts.map((charge) => (charge.part === 'POST' ? { ...charge, part: 'PART' as const } : charge)),
  ];
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
  return Object.entries(rules).flatMap(([option, rulesOfFile]) => {
    const item = given[option];
    return item === undefined ? [] : checkOptionMedium(option, item, rulesOfFile);
  });
}
