import type { ErrorDetail } from '../../api/errors.js';
import type { Validation } from './api.js';
import type { Draft } from './draft.js';

/** The parts of the form that can have findings. */
export type Place = 'caption' | 'media' | 'time' | 'firstComment' | 'options' | 'account' | 'other';

/** A finding with its place in the form and its account; null for the post as a whole. */
export interface PlacedFinding {
  accountId: string | null;
  place: Place;
  /** For media, the index in the list. For options, the path of the option. */
  detail: string;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  fitsAt: string | null;
}

type Told = ErrorDetail & { severity?: 'error' | 'warning'; fitsAt?: string | null };

/** Translates a path of the request, such as `targets.1.captionOverride`, to a field and an account. */
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

/** Plan limits apply only to new posts. */
const aboutNewPosts = /^plan_limit_/;

export function findingsOf(
  { findings, targets }: Validation,
  accountIds: readonly string[],
  { isNew }: { isNew: boolean },
): PlacedFinding[] {
  const whole = findings.filter(({ code }) => isNew || !aboutNewPosts.test(code));
  return [
    ...whole.map((told) => placed(told, accountIds)),
    ...targets.flatMap(({ platform, socialAccountId, findings: ofTarget }) =>
      ofTarget.map((told) => placed({ ...told, platform, socialAccountId }, accountIds)),
    ),
  ];
}

/** The errors of a refused request, as findings. */
export const findingsOfDetails = (details: readonly ErrorDetail[], { targets }: Draft): PlacedFinding[] => {
  const accountIds = targets.map(({ accountId }) => accountId);
  return details.map((told) => placed(told, accountIds));
};

function placed(told: Told, accountIds: readonly string[]): PlacedFinding {
  const place = placeOf(told.path, accountIds);
  // The account is shown beside the message, so its platform's name is not repeated.
  const prefix = `${told.platform ?? ''}: `;
  return {
    ...place,
    accountId: told.socialAccountId ?? place.accountId,
    severity: told.severity ?? 'error',
    code: told.code,
    message: told.message.startsWith(prefix) ? told.message.slice(prefix.length) : told.message,
    fitsAt: told.fitsAt ?? null,
  };
}

/**
 * Findings that the counter beside the text shows already. X has another limit for long posts that the counter does
 * not know.
 */
const countedCodes = new Set(['text_too_long', 'text_bytes_exceeded']);

/** Leaves out a limit that the account's counter shows. */
export function besideCounter(found: PlacedFinding, { targets }: Draft): PlacedFinding {
  const target = targets.find(({ accountId }) => accountId === found.accountId);
  const isCounted = found.place === 'firstComment' || target?.options['longPost'] !== true;
  const isToldThere = target !== undefined && isCounted && countedCodes.has(found.code);
  return isToldThere ? { ...found, message: 'Too long.' } : found;
}

/** The summary of findings, announced when it changes. */
export function summaryOf(findings: readonly PlacedFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
  if (findings.length === 0) return 'No problems';
  const parts = [errors > 0 ? count(errors, 'problem') : '', warnings > 0 ? count(warnings, 'note') : ''];
  return parts.filter((part) => part !== '').join(', ');
}
