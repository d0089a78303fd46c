import { checkMediaRules } from './check-media-rules.js';
import type { RuleViolation } from './findings.js';
import type { JsonObject } from './json.js';
import type { DraftMedia, ImageRules } from './media-rules.js';

/** A media asset that an option names, such as a thumbnail. */
export interface OptionMedium {
  /** The dotted path of the option. */
  path: string;
  assetId: string;
}

/** A bound on the recursion. No option is nested as deep. */
const depthMax = 4;

/** Returns the media assets that options name: every string whose key ends in `MediaId`. */
export function optionMediaIn(options: JsonObject | null, depth = 0): OptionMedium[] {
  if (options === null || depth > depthMax) return [];
  return Object.entries(options).flatMap(([name, value]): OptionMedium[] => {
    if (typeof value === 'string') return /MediaId$/.test(name) ? [{ path: name, assetId: value }] : [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return optionMediaIn(value, depth + 1).map(({ path, assetId }) => ({ path: `${name}.${path}`, assetId }));
  });
}

/** Checks the image that an option names. Violations that a rendition can fix are not reported. */
export function checkOptionMedium(option: string, item: DraftMedia, image: ImageRules): RuleViolation[] {
  const notImage = `This must be an image: ${image.mimes.join(' or ')}.`;
  return checkMediaRules(rulesOfOption(image), [item]).map((violation) => ({
    ...violation,
    field: 'platformOptions',
    option,
    message: violation.rule === 'media_type_not_allowed' ? notImage : violation.message,
  }));
}

/** Turns the rules for an option's image into `MediaRules` with a single slot. */
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
