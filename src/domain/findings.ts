import { AppError, findingsMax, summaryOf, type ErrorDetail } from './errors.js';
import { partNames, type Shape } from './request-shape.js';

/** One part of a draft that breaks a rule of its platform. */
export interface RuleViolation {
  /** The input that breaks the rule. */
  field: 'text' | 'parts' | 'firstComment' | 'platformOptions' | 'media';
  /** For `media`: the index of the item, from 0. Absent: the violation concerns all media. */
  mediaIndex?: number;
  /** For `platformOptions`: the dotted path of the option. Absent: the violation concerns all options. */
  option?: string;
  /** A stable name in lower snake case, such as text_too_long or unknown_option. */
  rule: string;
  message: string;
  limit?: number;
  actual?: number;
  /** The type of a file that is not accepted. */
  mime?: string;
  /** Whether something is missing that drafts may lack. */
  isMissing?: boolean;
  /** A warning never rejects a post; validation only reports it. Default: error. */
  severity?: FindingSeverity;
}

/** `error`: creating the post would be refused. `warning`: it would be accepted, but the author should check it. */
export const findingSeverities = ['error', 'warning'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/** A problem of a post, at its path in the caller's request. */
export interface Finding extends ErrorDetail {
  severity: FindingSeverity;
  /** The name of the quota that the post exceeds. */
  rule?: string;
  /** The first time at which the post would fit the quota. Null: none is known. */
  fitsAt?: Date | null;
  /** For an account whose access ends before the post is due: the time at which it ends. */
  reconnectBy?: Date;
}

/** The fields of a target that decide the path and the text of its findings. */
export interface FoundTarget extends Required<Pick<ErrorDetail, 'platform' | 'socialAccountId'>> {
  captionOverride: string | null;
  /** Absent or null: the target has the parts of the post. */
  partsOverride?: readonly unknown[] | null;
  /** The target's own media. If empty, the target has the media of the post. */
  mediaIds: readonly unknown[];
}

/** Turns a violation into a finding about a target. `index` is the target's index in the request. */
export function findingOf(
  violation: RuleViolation,
  target: FoundTarget,
  { shape, index }: { shape: Shape; index: number },
  /** The index of the further part that the finding is about, if any. */
  part?: number,
): Finding {
  const { field, mediaIndex, option, rule, message, limit, actual, mime, severity = 'error' } = violation;
  const { platform, socialAccountId, captionOverride, partsOverride = null, mediaIds } = target;
  const { caption, targets } = partNames[shape];
  const at = (part: string): string => `${targets}.${index}.${part}`;
  const within = (list: string, name?: string | number): string =>
    name === undefined ? list : `${list}.${name}`;
  const parts = partsOverride === null ? 'parts' : at('partsOverride');
  const pathsOfPart = {
    text: `${parts}.${part}.text`,
    media: within(`${parts}.${part}.mediaIds`, mediaIndex),
  };
  const paths = {
    parts,
    text: captionOverride === null ? caption : at('captionOverride'),
    firstComment: at('firstComment'),
    platformOptions: within(at('platformOptions'), option),
    media: within(mediaIds.length > 0 ? at('mediaIds') : 'mediaIds', mediaIndex),
    ...(part !== undefined && pathsOfPart),
  };
  return {
    path: paths[field],
    code: rule,
    message: `${platform}: ${message}`,
    platform,
    socialAccountId,
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
    ...(mime !== undefined && { mime }),
    severity,
  };
}

/**
 * Throws if a finding is an error. If there are several, a file type that is not accepted decides the error's code.
 */
export function refuseErrors(findings: readonly Finding[]): void {
  const errors = findings.flatMap(({ severity, ...detail }) => (severity === 'error' ? [detail] : []));
  if (errors.length === 0) return;
  const foreign = errors.find(({ mime }) => mime !== undefined);
  const found = foreign === undefined ? errors : [foreign, ...errors.filter((each) => each !== foreign)];
  const message = summaryOf(found) ?? 'The post breaks a rule of a platform.';
  const details = found.slice(0, findingsMax);
  if (foreign?.mime === undefined) throw new AppError('PLATFORM_RULE_VIOLATION', message, { details });
  const { mime, path } = foreign;
  throw new AppError('UNSUPPORTED_MIME', message, { mime, path, details });
}
