import { checkMediaRules } from './check-media-rules.js';
import type { RuleViolation } from './findings.js';
import type { JsonObject } from './json.js';
import type { DraftMedia, ImageRules } from './media-rules.js';

/** A media asset that an option names, such as a thumbnail. */
export interface OptionMedium {
  /** The path of the option, with dots. */
  path: string;
  assetId: string;
}

/** Deeper than any option. */
const depthMax = 4;

/** The media that options name: every text under a name that ends in `MediaId`. */
export function optionMediaIn(options: JsonObject | null, depth = 0): OptionMedium[] {
  if (options === null || depth > depthMax) return [];
  return Object.entries(options).flatMap(([name, value]): OptionMedium[] => {
    if (typeof value === 'string') return /MediaId$/.test(name) ? [{ path: name, assetId: value }] : [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return optionMediaIn(value, depth + 1).map(({ path, assetId }) => ({ path: `${name}.${path}`, assetId }));
  });
}

/** Violations of the image that an option names, without those that a rendition can fix. */
export function checkOptionMedium(option: string, item: DraftMedia, image: ImageRules): RuleViolation[] {
  const notImage = `This must be an image: ${image.mimes.join(' or ')}.`;
  return checkMediaRules(rulesOfOption(image), [item]).map((violation) => ({
    ...violation,
    field: 'platformOptions',
    option,
    message: violation.rule === 'media_type_not_allowed' ? notImage : violation.message,
  }));
}

/** The rules of the one image that an option names, as media rules. */
export function rulesOfOption(image: ImageRules) {
  const slot = {
    name: 'picture',
    optionKind: null,
    itemsMin: 1,
    itemsMax: 1,
    image,
    animation: null,
    video: null,
  };
  return {
    required: false,
    takesAltText: false,
    altTextCharsMax: null,
    slots: [slot],
    sources: [],
    notes: [],
  };
}
