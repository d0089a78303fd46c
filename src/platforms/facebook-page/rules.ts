import { optionAt } from '../kit/options.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';

/** The longest text on a colored background. */
const formattedTextMax = 130;

/** The violations of the rules for each kind of post. The schema rejects malformed options. */
export function kindViolations(draft: PublicationDraft): RuleViolation[] {
  return [
    ...missingMedia(draft),
    ...linkViolations(draft),
    ...titleViolations(draft),
    ...placeViolations(draft),
    ...formatViolations(draft),
    ...storyViolations(draft),
    ...altTextWarnings(draft),
  ];
}

function kindOf({ options }: PublicationDraft): unknown {
  return optionAt(options, 'kind') ?? 'POST';
}

function hasVideo({ media }: PublicationDraft): boolean {
  return media.some(({ facts }) => facts.kind === 'VIDEO');
}

function has({ options }: PublicationDraft, option: string): boolean {
  return optionAt(options, option) !== undefined;
}

function wrong(
  option: string,
  rule: string,
  message: string,
  more: Partial<RuleViolation> = {},
): RuleViolation {
  return { field: 'platformOptions', option, rule, message, ...more };
}

function missingMedia(draft: PublicationDraft): RuleViolation[] {
  if (draft.media.length > 0 || !['REEL', 'STORY'].includes(String(kindOf(draft)))) return [];
  const what = kindOf(draft) === 'REEL' ? 'A reel needs a video.' : 'A story needs an image or a video.';
  return [{ field: 'media', rule: 'media_required', message: what, limit: 1, actual: 0, isMissing: true }];
}

function linkViolations(draft: PublicationDraft): RuleViolation[] {
  const actual = draft.media.length;
  if (!has(draft, 'link') || actual === 0) return [];
  const message = 'A link can be shown only in a post without media.';
  return [wrong('link', 'link_with_media', message, { limit: 0, actual })];
}

function titleViolations(draft: PublicationDraft): RuleViolation[] {
  // A draft may be a reel whose video is added later.
  const takesTitle = kindOf(draft) === 'REEL' || (kindOf(draft) === 'POST' && hasVideo(draft));
  if (!has(draft, 'title') || takesTitle) return [];
  return [wrong('title', 'title_without_video', 'Only videos and reels have a title.')];
}

function placeViolations(draft: PublicationDraft): RuleViolation[] {
  const isStory = kindOf(draft) === 'STORY';
  const isPlainVideo = kindOf(draft) === 'POST' && hasVideo(draft);
  if (!has(draft, 'place') || !(isStory || isPlainVideo)) return [];
  return [
    wrong(
      'place',
      'place_not_supported',
      'A place can be tagged in reels and in posts without a video, but not in stories or other videos.',
    ),
  ];
}

function formatViolations(draft: PublicationDraft): RuleViolation[] {
  const option = 'textFormatPresetId';
  if (!has(draft, option)) return [];
  if (draft.media.length > 0 || has(draft, 'link') || kindOf(draft) !== 'POST') {
    return [
      wrong(
        option,
        'text_format_not_supported',
        'Only a text without media or a link can have a background.',
      ),
    ];
  }
  const actual = draft.text.length;
  if (actual <= formattedTextMax) return [];
  const message = `A text on a background can have at most ${formattedTextMax} characters.`;
  return [wrong(option, 'text_format_too_long', message, { limit: formattedTextMax, actual })];
}

/** The violations of a story. The API has neither captions nor comments for stories. */
function storyViolations(draft: PublicationDraft): RuleViolation[] {
  if (kindOf(draft) !== 'STORY') return [];
  const violations: RuleViolation[] = [];
  if (draft.text.trim() !== '') {
    const message = 'Facebook shows no text with a story. The text is not sent.';
    violations.push({ field: 'text', rule: 'text_not_shown', message, severity: 'warning' });
  }
  if (draft.firstComment !== null) {
    const message = 'Stories have no comments: remove firstComment.';
    violations.push({ field: 'firstComment', rule: 'first_comment_not_supported', message });
  }
  return violations;
}

function altTextWarnings({ media }: PublicationDraft): RuleViolation[] {
  const message = 'Facebook does not support alt text for videos. It is not sent.';
  return media.flatMap(({ facts, altText }, mediaIndex): RuleViolation[] =>
    facts.kind === 'VIDEO' && (altText ?? '') !== ''
      ? [{ field: 'media', mediaIndex, rule: 'alt_text_not_sent', message, severity: 'warning' }]
      : [],
  );
}
