import type { z } from 'zod';
import type { PlatformLimits, PublicationDraft, RuleViolation } from './platform.js';
import { utf8Bytes } from './text.js';

/** The rules that every text platform shares: present, not too long, no media yet, known options only. */
export function draftViolations(
  draft: PublicationDraft,
  limits: PlatformLimits,
  measure: (text: string) => number,
  options: z.ZodType,
): RuleViolation[] {
  const violations = textViolations('text', draft.text, limits, measure);
  if (draft.firstComment !== null) {
    violations.push(...textViolations('firstComment', draft.firstComment, limits, measure));
  }
  if (draft.mediaCount > 0) {
    const message = 'Media cannot be published to this platform yet.';
    violations.push({
      field: 'media',
      rule: 'media_not_supported',
      message,
      limit: 0,
      actual: draft.mediaCount,
    });
  }
  return [...violations, ...optionViolations(options, draft.options)];
}

function textViolations(
  field: 'text' | 'firstComment',
  text: string,
  limits: PlatformLimits,
  measure: (text: string) => number,
): RuleViolation[] {
  if (text.trim() === '') {
    return limits.textRequired
      ? [{ field, rule: 'text_required', message: 'The platform needs a text.' }]
      : [];
  }
  const violations: RuleViolation[] = [];
  const actual = measure(text);
  if (actual > limits.textMax) {
    const message = `The text may have ${limits.textMax} characters as the platform counts them.`;
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

/** Strict: an option that we would silently drop is a post that looks different from what was asked for. */
function optionViolations(schema: z.ZodType, options: PublicationDraft['options']): RuleViolation[] {
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return [];
  return parsed.error.issues.flatMap((issue): RuleViolation[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: 'platformOptions',
        rule: 'unknown_option',
        message: `The option "${key.slice(0, 100)}" is not known for this platform.`,
      }));
    }
    const message = `${issue.path.join('.') || 'platformOptions'}: ${issue.message}`;
    return [{ field: 'platformOptions', rule: 'invalid_option', message }];
  });
}
