import type { z } from 'zod';
import { checkMediaRules } from '../../domain/check-media-rules.js';
import { classNames, classOf, type MediaRules } from '../../domain/media-rules.js';
import { isTextRequired, textUnitWords } from '../../domain/text-limits.js';
import { optionViolations } from './option-violations.js';
import type { PlatformLimits, PublicationDraft, RuleViolation } from './platform.js';
import { utf8Bytes } from './text.js';

/**
 * The violations of the rules that all platforms share: required text and media, their limits, and known options only.
 */
export function draftViolations(
  draft: PublicationDraft,
  limits: PlatformLimits,
  measure: (text: string) => number,
  options: z.ZodType,
  mediaRules: MediaRules,
): RuleViolation[] {
  const textRequired = isTextRequired(limits, draft.media.length);
  const violations = textViolations('text', draft.text, { ...limits, textRequired }, measure);
  if (draft.firstComment !== null) {
    const textMax = limits.firstCommentMax ?? limits.textMax;
    violations.push(...commentViolations(draft.firstComment, { ...limits, textMax }, measure));
  }
  const kind = draft.options?.['kind'];
  return [
    ...violations,
    ...checkMediaRules(mediaRules, draft.media, typeof kind === 'string' ? kind : null),
    ...optionViolations(options, draft.options),
  ];
}

function commentViolations(
  text: string,
  limits: PlatformLimits,
  measure: (text: string) => number,
): RuleViolation[] {
  if (limits.firstComment)
    return textViolations('firstComment', text, { ...limits, textRequired: true }, measure);
  const message = 'This platform does not support first comments: remove firstComment.';
  return [{ field: 'firstComment', rule: 'first_comment_not_supported', message }];
}

function textViolations(
  field: 'text' | 'firstComment',
  text: string,
  limits: PlatformLimits,
  measure: (text: string) => number,
): RuleViolation[] {
  if (text.trim() === '') {
    return limits.textRequired
      ? [
          {
            field,
            rule: 'text_required',
            message:
              field === 'firstComment'
                ? 'The first comment must not be empty.'
                : 'A post without media needs text.',
            isMissing: true,
          },
        ]
      : [];
  }
  const violations: RuleViolation[] = [];
  const actual = measure(text);
  if (actual > limits.textMax) {
    const message = `The text can have at most ${limits.textMax} ${textUnitWords[limits.textUnit]}. It has ${actual}.`;
    violations.push({ field, rule: 'text_too_long', message, limit: limits.textMax, actual });
  }
  const bytes = utf8Bytes(text);
  if (limits.textBytesMax !== null && bytes > limits.textBytesMax) {
    const message = `The text can have at most ${limits.textBytesMax} bytes in UTF-8. It has ${bytes}.`;
    violations.push({
      field,
      rule: 'text_bytes_exceeded',
      message,
      limit: limits.textBytesMax,
      actual: bytes,
    });
  }
  return violations;
}

/**
 * Warns that the alt text of a video or document is not sent, for platforms that accept alt text for images only. The
 * text may be meant for the other platforms of the post.
 */
export function videoAltTextViolations({ media }: PublicationDraft, label: string): RuleViolation[] {
  return media.flatMap(({ facts, altText }, mediaIndex): RuleViolation[] => {
    const name = classOf(facts);
    if ((name !== 'video' && name !== 'document') || altText === null || altText === '') return [];
    const message = `${label} does not support alt text for ${classNames[name]}. It is not sent.`;
    return [{ field: 'media', mediaIndex, rule: 'alt_text_not_sent', message, severity: 'warning' }];
  });
}

export type OptionRule = [
  isBroken: boolean,
  option: string,
  rule: string,
  message: string,
  bound?: { limit: number; actual: number },
];

/** The violations of rules that the schema of a single option cannot express. */
export function brokenRules(rules: readonly OptionRule[]): RuleViolation[] {
  return rules.flatMap(([isBroken, option, rule, message, bound]) =>
    isBroken ? [{ field: 'platformOptions', option, rule, message, ...bound }] : [],
  );
}
