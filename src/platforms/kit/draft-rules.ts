import type { z } from 'zod';
import { checkMediaRules } from '../../domain/check-media-rules.js';
import type { MediaRules } from '../../domain/media-rules.js';
import { optionViolations } from './option-violations.js';
import type { PlatformLimits, PublicationDraft, RuleViolation } from './platform.js';
import { utf8Bytes } from './text.js';

/** The rules that every platform has: a text or media, neither more nor other than it takes, known options only. */
export function draftViolations(
  draft: PublicationDraft,
  limits: PlatformLimits,
  measure: (text: string) => number,
  options: z.ZodType,
  mediaRules: MediaRules,
): RuleViolation[] {
  // Where there is something to see, a text may be left out.
  const textRequired = limits.textRequired && draft.media.length === 0;
  const violations = textViolations('text', draft.text, { ...limits, textRequired }, measure);
  if (draft.firstComment !== null) {
    const textMax = limits.firstCommentMax ?? limits.textMax;
    violations.push(...commentViolations(draft.firstComment, { ...limits, textMax }, measure));
  }
  const kind = draft.options?.['kind'];
  const media = checkMediaRules(mediaRules, draft.media, typeof kind === 'string' ? kind : null);
  return [
    ...violations,
    ...media.map((violation): RuleViolation => ({ ...violation, field: 'media' })),
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
  const message = 'The platform takes no comments from us: leave firstComment out.';
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
      ? [{ field, rule: 'text_required', message: 'The platform needs a text.', isMissing: true }]
      : [];
  }
  const violations: RuleViolation[] = [];
  const actual = measure(text);
  if (actual > limits.textMax) {
    const unit = limits.textUnit === 'bytes' ? 'bytes in UTF-8' : 'characters as the platform counts them';
    const message = `The text may have ${limits.textMax} ${unit}.`;
    violations.push({ field, rule: 'text_too_long', message, limit: limits.textMax, actual });
  }
  const bytes = utf8Bytes(text);
  if (limits.textBytesMax !== null && bytes > limits.textBytesMax) {
    const message = `The text may have ${limits.textBytesMax} bytes in UTF-8.`;
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
