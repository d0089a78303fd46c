import type { JsonObject } from '../../domain/json.js';
import type { MediaRules } from '../../domain/media-rules.js';
import { platformNames } from '../../domain/platform-names.js';
import type { PlatformName, PublishGuarantee } from '../../domain/platforms.js';
import type { PlatformLimits, PlatformQuota, PublicationForm } from '../../platforms/kit/platform.js';
import type { RequestContext } from '../shared/context.js';

export interface PlatformView {
  platform: PlatformName;
  /** Whether this installation can publish there; where it cannot, all but `media` is null or empty. */
  supported: boolean;
  guarantee: PublishGuarantee | null;
  limits: PlatformLimits | null;
  optionsSchema: JsonObject | null;
  quotas: Omit<PlatformQuota, 'counts'>[];
  /** The options, as paths with dots, whose values each account has a list of. */
  choices: readonly string[];
  /** Known for every platform. */
  media: MediaRules | null;
}

/** A post as most are: what is said of a platform in general is said of these. */
const plainPost: PublicationForm = { options: null, replyTo: null, mediaClasses: [] };

/** Every platform of the contract with the very tables that drafts are checked against. Open to every credential. */
export function listPlatforms({
  platforms: registry,
  media: { rules: mediaRules },
}: RequestContext): PlatformView[] {
  return platformNames.map((platform) => {
    const connector = registry.get(platform);
    return {
      platform,
      supported: connector !== undefined,
      guarantee: connector?.guaranteeOf(plainPost) ?? null,
      limits: connector?.limits ?? null,
      optionsSchema: connector?.optionsSchema ?? null,
      quotas: (connector?.quotas ?? []).map(({ rule, max, window, scope }) => ({ rule, max, window, scope })),
      choices: connector?.choices?.options ?? [],
      media: mediaRules.get(platform) ?? null,
    };
  });
}
