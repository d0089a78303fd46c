import type { PlatformLimits, PublicationDraft, RuleViolation } from '../kit/platform.js';

const mentionsMax = 30;
const imageTextMax = 4_000;

export const tikTokBusinessLimits: PlatformLimits = {
  textUnit: 'utf16',
  // The limit for a video's caption. The caption of images may be longer.
  textMax: 2_200,
  textBytesMax: null,
  textRequired: false,
  firstComment: true,
  firstCommentMax: 150,
};

export function limitsOf({ media }: PublicationDraft): PlatformLimits {
  const hasImages = media.length > 0 && media.every(({ facts }) => facts.kind !== 'VIDEO');
  return hasImages ? { ...tikTokBusinessLimits, textMax: imageTextMax } : tikTokBusinessLimits;
}

const mention = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu;

export function mentionViolations({ text }: PublicationDraft): RuleViolation[] {
  const actual = text.match(mention)?.length ?? 0;
  const message = `A TikTok post can have at most ${mentionsMax} mentions.`;
  return actual > mentionsMax
    ? [{ field: 'text', rule: 'mention_limit_exceeded', message, limit: mentionsMax, actual }]
    : [];
}
