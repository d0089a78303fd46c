import { z } from 'zod';
import { closestName } from '../../domain/closest-name.js';
import { findingsMax } from '../../domain/errors.js';
import { typeName } from '../../domain/type-names.js';
import { optionAt } from './options.js';
import type { PublicationDraft, RuleViolation } from './platform.js';

type Issue = z.core.$ZodIssue;
type Options = PublicationDraft['options'];

const nameCharsMax = 100;

/**
 * Checks options against their schema. The check is strict: if an option were dropped silently, the post would look
 * different from the requested one.
 */
export function optionViolations(schema: z.ZodType, options: Options): RuleViolation[] {
  const parsed = schema.safeParse(options ?? {});
  if (parsed.success) return [];
  const issues = parsed.error.issues.slice(0, findingsMax).flatMap(ofBranch);
  return issues.flatMap((issue) => violationsOf(issue, options, namesOf(schema))).slice(0, findingsMax);
}

/** The names of a platform's options, without those of nested options. */
const namesOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

function violationsOf(issue: Issue, options: Options, known: readonly string[]): RuleViolation[] {
  const field = 'platformOptions';
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, findingsMax).map((key) => {
      const option = [...issue.path, key.slice(0, nameCharsMax)].join('.');
      const meant = issue.path.length === 0 ? closestName(key, known) : undefined;
      const help = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      const message = `This platform has no option "${option}".${help}`;
      return { field, option, rule: 'unknown_option', message };
    });
  }
  const option = issue.path.join('.');
  const isOfForm = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (isOfForm && option !== '' && optionAt(options, option) === undefined) {
    const message = `The option "${option}" is required.`;
    // A draft may lack a required option, but not a required part of an option.
    return issue.path.length === 1
      ? [{ field, option, rule: 'option_required', message, isMissing: true }]
      : [{ field, option, rule: 'invalid_option', message }];
  }
  const where = option === '' ? {} : { option };
  return [{ field, ...where, rule: 'invalid_option', message: messageOf(issue), ...boundOf(issue, options) }];
}

/**
 * Returns the problems of an option. If the option can have several forms and the intended one is clear, only the
 * problems of that form are returned.
 */
function ofBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.filter((branch) =>
    branch.every(({ code, path }) => path.length > 0 || code === 'custom' || code === 'unrecognized_keys'),
  );
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) return [issue];
  return only.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Describes in plain words what an option must be. A schema's own message is kept. */
function messageOf(issue: Issue): string {
  const option = issue.path.join('.') || 'platformOptions';
  const must = mustOf(issue) ?? issue.message;
  return /^(must|may) /.test(must) ? `The option "${option}" ${must}.` : `${option}: ${must}`;
}

function mustOf(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type': {
      const isWhole = 'format' in issue && issue.format === 'safeint';
      const name = typeName(isWhole ? 'int' : issue.expected);
      return name === undefined ? null : `must be ${name}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return boundWords(issue.origin, `at most ${issue.maximum}`, Number(issue.maximum));
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'must not be empty'
        : boundWords(issue.origin, `at least ${issue.minimum}`, Number(issue.minimum));
    case 'invalid_union': {
      const forms = issue.errors.flatMap(([first]) => (first && mustOf(first)) ?? []);
      return forms.every((form) => form.startsWith('must be '))
        ? `must be ${forms.map((form) => form.slice('must be '.length)).join(', or ')}`
        : null;
    }
    default:
      return null;
  }
}

function boundWords(origin: string, bound: string, count: number): string {
  const plural = count === 1 ? '' : 's';
  if (origin === 'string') return `must have ${bound} character${plural}`;
  return origin === 'array' ? `must have ${bound} item${plural}` : `must be ${bound}`;
}

const boundSchema = z.object({ limit: z.number(), actual: z.number() });

/** The limit that an option breaks, if any: a length, or a limit that the schema itself checks. */
function boundOf(issue: Issue, options: Options): { limit: number; actual: number } | undefined {
  if (issue.code === 'custom') return boundSchema.safeParse(issue.params).data;
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const value = optionAt(options, issue.path.join('.'));
  const actual = Array.isArray(value) || typeof value === 'string' ? value.length : value;
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  return boundSchema.safeParse({ limit, actual }).data;
}
