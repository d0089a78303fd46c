import type { ErrorDetail } from '../../api/errors.js';
import { findingText } from '../../lib/finding-sentence.js';
import { mapTold, type Told } from '../../lib/told.js';
import { t } from '../../messages/composer.js';
import type { Validation } from './api.js';
import type { Draft } from './draft.js';

/** The parts of the form that can have findings. */
export type Place = 'caption' | 'part' | 'media' | 'time' | 'firstComment' | 'options' | 'account' | 'other';

/** A finding with its place in the form. `accountId` is null for a finding about the whole post. */
export interface PlacedFinding {
  accountId: string | null;
  place: Place;
  /** The index in the list of media, that of a part with the path in it, or the path of an option. */
  detail: string;
  severity: 'error' | 'warning';
  code: string;
  message: Told;
  fitsAt: string | null;
}

type Finding = ErrorDetail & { severity?: 'error' | 'warning'; fitsAt?: string | null };

/** Returns the account and the form field for a path of the request, such as `targets.1.captionOverride`. */
export function placeOf(
  path: string,
  accountIds: readonly string[],
): Pick<PlacedFinding, 'accountId' | 'place' | 'detail'> {
  const [list, index, ...inTarget] = path.split('.');
  const isOfTarget = list === 'targets' && index !== undefined;
  const [field = '', ...rest] = isOfTarget ? inTarget : path.split('.');
  return {
    accountId: isOfTarget ? (accountIds[Number(index)] ?? null) : null,
    place: places[field] ?? (isOfTarget ? 'account' : 'other'),
    detail: rest.join('.'),
  };
}

const places: Readonly<Record<string, Place>> = {
  caption: 'caption',
  content: 'caption',
  captionOverride: 'caption',
  parts: 'part',
  partsOverride: 'part',
  firstComment: 'firstComment',
  platformOptions: 'options',
  mediaIds: 'media',
  mediaItems: 'media',
  mediaAltText: 'media',
  scheduledFor: 'time',
  draftScheduledFor: 'time',
  scheduledAt: 'time',
  timezone: 'time',
  socialAccountId: 'account',
  accountId: 'account',
};

/** Matches codes about new posts. A stored post has been counted, and would be reported as a repetition of itself. */
const aboutNewPosts = /^(plan_limit_|same_text_recently$)/;

export function findingsOf(
  { findings, targets }: Validation,
  accountIds: readonly string[],
  { isNew }: { isNew: boolean },
): PlacedFinding[] {
  const applies = ({ code }: { code: string }): boolean => isNew || !aboutNewPosts.test(code);
  return [
    ...findings.filter(applies).map((told) => placed(told, accountIds)),
    ...targets.flatMap(({ platform, socialAccountId, findings: ofTarget }) =>
      ofTarget.filter(applies).map((told) => placed({ ...told, platform, socialAccountId }, accountIds)),
    ),
  ];
}

/** Returns the errors of a refused request as findings. */
export const findingsOfDetails = (details: readonly ErrorDetail[], { targets }: Draft): PlacedFinding[] => {
  const accountIds = targets.map(({ accountId }) => accountId);
  return details.map((told) => placed(told, accountIds));
};

function placed(told: Finding, accountIds: readonly string[]): PlacedFinding {
  const place = placeOf(told.path, accountIds);
  // The platform's name is removed, because the account is shown beside the message.
  const prefix = `${told.platform ?? ''}: `;
  return {
    ...place,
    accountId: told.socialAccountId ?? place.accountId,
    severity: told.severity ?? 'error',
    code: told.code,
    message: mapTold(findingText(told), (words) =>
      words.startsWith(prefix) ? words.slice(prefix.length) : words,
    ),
    fitsAt: told.fitsAt ?? null,
  };
}

/** The codes of findings that the counter beside the text already shows. */
const countedCodes = new Set(['text_too_long', 'text_bytes_exceeded']);

/**
 * Shortens a message about a length limit if the counter of the account shows that limit. The counter does not know X's
 * limit for long posts.
 */
export function besideCounter(found: PlacedFinding, { targets }: Draft): PlacedFinding {
  const target = targets.find(({ accountId }) => accountId === found.accountId);
  const isCounted = found.place === 'firstComment' || target?.options['longPost'] !== true;
  const isToldThere = target !== undefined && isCounted && countedCodes.has(found.code);
  return isToldThere ? { ...found, message: t('tooLong') } : found;
}

/** Returns a summary of the findings, which is announced when it changes. */
export function summaryOf(findings: readonly PlacedFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  if (findings.length === 0) return t('noProblems');
  const parts = [
    errors > 0 ? t('problemCount', { count: errors }) : '',
    warnings > 0 ? t('noteCount', { count: warnings }) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
