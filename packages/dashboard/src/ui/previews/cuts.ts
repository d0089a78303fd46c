import type { Platform } from '../../lib/platform-looks.js';
import { t } from '../../messages/previews.js';

/** Where a platform folds a text in its feed, and the button that unfolds it. */
export interface Cut {
  chars: number;
  lines: number;
  button: string;
}

/** For platforms that show the whole text, this is a limit of the preview itself. */
const whole: Cut = { chars: 600, lines: 12, button: t('showAll') };
const linkedIn: Cut = { chars: 210, lines: 3, button: '… more' };

/**
 * Platforms do not document this, and devices differ. These are the lengths that are commonly measured, on wide screens
 * where they differ from phones.
 */
export const cuts: Record<Platform, Cut> = {
  INSTAGRAM: { chars: 125, lines: 3, button: '… more' },
  FACEBOOK_PAGE: { chars: 477, lines: 5, button: t('seeMore') },
  X: { chars: 280, lines: 12, button: t('showMore') },
  LINKEDIN_PERSON: linkedIn,
  LINKEDIN_COMPANY: linkedIn,
  TIKTOK_BUSINESS: whole,
  TIKTOK_PERSONAL: whole,
  YOUTUBE: { chars: 157, lines: 3, button: '… more' },
  PINTEREST: whole,
  THREADS: whole,
  BLUESKY: whole,
};

export const wholeCut = whole;
