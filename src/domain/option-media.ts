import { checkMediaRules } from './check-media-rules.js';
import type { RuleViolation } from './findings.js';
import type { JsonObject } from './json.js';
import type { DraftMedia, FileRules, ImageRules, MediaRules, MediaSlot } from './media-rules.js';

/** A media asset that an option names, such as a thumbnail. */
export interface OptionMedium {
  /** The dotted path of the option. */
  path: string;
  assetId: string;
}

/** Limits the recursion. No option is nested this deep. */
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

/** The rules for a file that an option names: those of an image, or those of subtitles. */
export type OptionMediaRules = ImageRules | FileRules;

/** Checks the file that an option names. Violations that a rendition can fix are not reported. */
export function checkOptionMedium(
  option: string,
  item: DraftMedia,
  rules: OptionMediaRules,
): RuleViolation[] {
  const what = 'ratioMin' in rules ? 'an image' : 'a file with subtitles';
  const isOther = `This must be ${what}: ${rules.mimes.join(' or ')}.`;
  return checkMediaRules(rulesOfOption(rules), [item]).map((violation) => ({
    ...violation,
    field: 'platformOptions',
    option,
    message: violation.rule === 'media_type_not_allowed' ? isOther : violation.message,
  }));
}

/** Turns the rules for an option's file into `MediaRules` with a single slot. */
export function rulesOfOption(rules: OptionMediaRules): MediaRules {
  const slot: MediaSlot = {
    name: 'option',
    optionKind: null,
    itemsMin: 1,
    itemsMax: 1,
    image: null,
    animation: null,
    video: null,
    document: null,
    subtitles: null,
    ...('ratioMin' in rules ? { image: rules } : { subtitles: rules }),
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
