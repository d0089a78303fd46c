import { classOf } from '../../domain/media-rules.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';
import { formOf, type InstagramForm } from './form.js';
import { instagramOptionsSchema, type InstagramOptions } from './options.js';

const hashtagsMax = 30;
/**
 * The recommended maximum since December 2025. The API documents a larger one, and no error for exceeding this one is
 * known.
 */
const hashtagsAdvisedMax = 5;
const mentionsMax = 20;

const hashtag = /#[\p{L}\p{M}\p{N}_]+/gu;
/** A mention with an @ sign, but not the second half of an email address. */
const mention = /(?<![\p{L}\p{N}_.])@[A-Za-z0-9._]+/gu;

/** The violations of Instagram's rules, besides those on lengths, media and single options. */
export function instagramViolations(draft: PublicationDraft): RuleViolation[] {
  const options = instagramOptionsSchema.safeParse(draft.options ?? {}).data;
  const captions = [...captionViolations(draft.text), ...uncertainties(draft, options)];
  // Invalid options are reported by another rule.
  if (options === undefined) return captions;
  const form = formOfDraft(draft, options);
  return [
    ...captions,
    ...(form === 'STORY' ? storyViolations(draft) : []),
    ...(form === null ? [] : kindViolations(options, form)),
    ...coverViolations(draft, options),
    ...commentViolations(draft, options),
    ...tagViolations(draft, options, form),
  ];
}

/** The form of a draft. Null if it has no media yet and can still become any form. */
function formOfDraft({ media }: PublicationDraft, { kind }: InstagramOptions): InstagramForm | null {
  if (media.length === 0 && (kind === undefined || kind === 'FEED')) return null;
  return formOf(
    kind,
    media.map(({ facts }) => classOf(facts)),
  );
}

function captionViolations(text: string): RuleViolation[] {
  const counted = [
    { rule: 'hashtag_limit_exceeded', what: 'hashtags', limit: hashtagsMax, sign: hashtag },
    { rule: 'mention_limit_exceeded', what: '@ mentions', limit: mentionsMax, sign: mention },
  ];
  return counted.flatMap(({ rule, what, limit, sign }): RuleViolation[] => {
    const actual = [...text.matchAll(sign)].length;
    const message = `An Instagram caption can have at most ${limit} ${what}.`;
    return actual > limit ? [{ field: 'text', rule, message, limit, actual }] : [];
  });
}

/** Warns about what Instagram may refuse or ignore, because its announcements and its API's documentation differ. */
function uncertainties({ text }: PublicationDraft, options: InstagramOptions | undefined): RuleViolation[] {
  const violations: RuleViolation[] = [];
  const actual = [...text.matchAll(hashtag)].length;
  if (actual > hashtagsAdvisedMax && actual <= hashtagsMax) {
    const message = `Instagram now allows ${hashtagsAdvisedMax} hashtags in a caption and may reject more.`;
    const limit = hashtagsAdvisedMax;
    violations.push({ field: 'text', rule: 'many_hashtags', message, limit, actual, severity: 'warning' });
  }
  if (options?.isPaidPartnership !== undefined) {
    const message =
      'Instagram documents this label only for apps that use Facebook Login. It may reject or ignore the option.';
    const of = { field: 'platformOptions', option: 'isPaidPartnership' } as const;
    violations.push({ ...of, rule: 'option_may_be_ignored', message, severity: 'warning' });
  }
  return violations;
}

function storyViolations({ text, firstComment }: PublicationDraft): RuleViolation[] {
  const violations: RuleViolation[] = [];
  if (text.trim() !== '') {
    const message = 'Stories have no caption. The text is not sent.';
    violations.push({ field: 'text', rule: 'text_not_shown', message, severity: 'warning' });
  }
  if (firstComment !== null) {
    const message = 'Stories have no comments: remove firstComment.';
    violations.push({ field: 'firstComment', rule: 'first_comment_not_supported', message });
  }
  return violations;
}

const reelsAlone = ['shareToFeed', 'coverMediaId', 'thumbOffsetMs', 'audioName', 'trialReel'] as const;
const notForStories = ['collaborators', 'locationId'] as const;

function kindViolations(options: InstagramOptions, form: InstagramForm): RuleViolation[] {
  const violations: RuleViolation[] = [];
  const refuse = (option: string, message: string): void => {
    violations.push({ field: 'platformOptions', option, rule: 'option_not_for_kind', message });
  };
  for (const option of reelsAlone) {
    if (options[option] !== undefined && form !== 'REEL') refuse(option, `${option} is for reels only.`);
  }
  if (form !== 'STORY') return violations;
  for (const option of notForStories) {
    if (options[option] !== undefined) refuse(option, `${option} is not for stories.`);
  }
  if (!options.commentsEnabled)
    refuse('commentsEnabled', 'Stories have no comments in any case: remove commentsEnabled.');
  return violations;
}

function coverViolations(
  { media }: PublicationDraft,
  { coverMediaId, thumbOffsetMs }: InstagramOptions,
): RuleViolation[] {
  if (thumbOffsetMs === undefined) return [];
  const of = { field: 'platformOptions', option: 'thumbOffsetMs' } as const;
  if (coverMediaId !== undefined) {
    const message = 'Give either coverMediaId or thumbOffsetMs, not both.';
    return [{ ...of, rule: 'cover_given_twice', message }];
  }
  const durationMs = media[0]?.facts.durationMs ?? null;
  if (durationMs === null || thumbOffsetMs < durationMs) return [];
  const message = 'The cover must be a moment before the end of the video.';
  const limit = Math.ceil(durationMs) - 1;
  return [{ ...of, rule: 'thumb_offset_too_late', message, limit, actual: thumbOffsetMs }];
}

function commentViolations(
  { firstComment }: PublicationDraft,
  { commentsEnabled }: InstagramOptions,
): RuleViolation[] {
  if (commentsEnabled || firstComment === null) return [];
  const message =
    'With comments turned off, the first comment cannot be published either. Remove one of the two.';
  return [
    { field: 'platformOptions', option: 'commentsEnabled', rule: 'comments_off_with_first_comment', message },
  ];
}

function tagViolations(
  { media }: PublicationDraft,
  { userTags = [] }: InstagramOptions,
  form: InstagramForm | null,
): RuleViolation[] {
  if (media.length === 0) return [];
  return userTags.flatMap(({ x, mediaIndex }, index): RuleViolation[] => {
    const of = { field: 'platformOptions', option: `userTags.${index}` } as const;
    const item = media[mediaIndex];
    if (item === undefined) {
      const message = 'The post has no image or video with this index.';
      const limit = media.length - 1;
      return [{ ...of, rule: 'tag_without_media', message, limit, actual: mediaIndex }];
    }
    if (form === 'STORY') return [];
    if (classOf(item.facts) !== 'video') {
      const message = 'A tag on an image needs a position: set x and y.';
      return x === undefined ? [{ ...of, rule: 'tag_place_required', message }] : [];
    }
    const message = 'A tag on a video has no position: remove x and y.';
    return x === undefined ? [] : [{ ...of, rule: 'tag_place_not_allowed', message }];
  });
}
