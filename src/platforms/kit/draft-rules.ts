import { z } from 'zod';
import { findingsMax } from '../../domain/errors.js';
import { checkMediaRules } from '../../domain/check-media-rules.js';
import type { MediaRules } from '../../domain/media-rules.js';
import { optionAt } from './options.js';
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

/** Strict: an option that we would silently drop is a post that looks different from what was asked for. */
function optionViolations(schema: z.ZodType, options: PublicationDraft['options']): RuleViolation[] {
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return [];
  const issues = parsed.error.issues.slice(0, findingsMax).flatMap(ofBranch);
  const violations = issues.flatMap((issue): RuleViolation[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, findingsMax).map((key) => ({
        field: 'platformOptions',
        rule: 'unknown_option',
        message: `The option "${key.slice(0, 100)}" is not known for this platform.`,
      }));
    }
    const option = issue.path.join('.');
    const isTop = issue.path.length === 1;
    if (isTop && issue.code === 'invalid_type' && optionAt(options, option) === undefined) {
      const message = `The option "${option}" is required.`;
      return [{ field: 'platformOptions', option, rule: 'option_required', message, isMissing: true }];
    }
    const message = `${option || 'platformOptions'}: ${issue.message}`;
    const where = option === '' ? {} : { option };
    return [
      { field: 'platformOptions', ...where, rule: 'invalid_option', message, ...boundOf(issue, options) },
    ];
  });
  return violations.slice(0, findingsMax);
}

/** Of several forms that an option may have: what is wrong with the one that was meant, where that is plain. */
function ofBranch(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((branch) =>
    branch.every(({ code, path }) => path.length > 0 || code === 'custom' || code === 'unrecognized_keys'),
  );
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) return [issue];
  return only.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

const boundSchema = z.object({ limit: z.number(), actual: z.number() });

/** The bound that an option breaks, where it breaks one: of a length, or one that its schema counts itself. */
function boundOf(
  issue: z.core.$ZodIssue,
  options: PublicationDraft['options'],
): { limit: number; actual: number } | undefined {
  if (issue.code === 'custom') return boundSchema.safeParse(issue.params).data;
  if (issue.code !== 'too_big') return undefined;
  const value = optionAt(options, issue.path.join('.'));
  const actual = Array.isArray(value) || typeof value === 'string' ? value.length : value;
  return boundSchema.safeParse({ limit: issue.maximum, actual }).data;
}
