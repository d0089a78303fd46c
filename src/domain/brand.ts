import { hasFeature, type PlanName } from './plans.js';

/** The brand that the page behind a connect link shows instead of Punctual's, on plans with WHITE_LABEL. */
export interface Brand {
  name: string;
  /** An image of the workspace's media library. */
  logoMediaId: string | null;
  /** The color of the button, as #rrggbb in lower case. */
  color: string | null;
}

export const brandNameCharsMax = 60;
/**
 * Excludes line breaks, control characters, marks that reverse the direction of text, and invisible letters and
 * symbols. Allows the joiners that scripts and emoji need.
 */
export const brandNamePattern = /^(?:[^\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|[\u200c\u200d])*$/u;
/** A name must match this, because marks and joiners alone are invisible. */
export const brandNameVisiblePattern = /[\p{L}\p{N}\p{P}\p{S}]/u;
export const brandColorPattern = /^#[0-9a-fA-F]{6}$/;
/** Image types that browsers show and that contain neither scripts nor long animations. */
export const logoMimes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Returns the brand that pages show. Null on a plan without the feature, although the workspace keeps its brand.
 */
export function shownBrand({ plan, brand }: { plan: PlanName; brand: Brand | null }): Brand | null {
  return hasFeature(plan, 'WHITE_LABEL') ? brand : null;
}

/** Black or white, whichever has more contrast with a color (WCAG 2.2): at least 4.58:1 for any color. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  const luminance = luminanceOf(color);
  const [withBlack, withWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return withBlack >= withWhite ? '#000000' : '#ffffff';
}

/** The relative luminance of WCAG, from 0 to 1. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
