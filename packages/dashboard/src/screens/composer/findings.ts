import type { ErrorDetail } from '../../api/errors.js';
import type { Validation } from './api.js';
import type { Draft } from './draft.js';

/** A part of the form that something may be said of. */
export type Place = 'caption' | 'media' | 'time' | 'firstComment' | 'options' | 'account' | 'other';

/** What is said, where, and of which account; null: of the post as a whole. */
export interface PlacedFinding {
  accountId: string | null;
  place: Place;
  /** Of media: which one of the list. Of options: the path of the option. */
  detail: string;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  fitsAt: string | null;
}

type Told = ErrorDetail & { severity?: 'error' | 'warning'; fitsAt?: string | null };

/** The service speaks of its request, `targets.1.captionOverride`; the form of fields and accounts. */
export function placeOf(
  path: string,
  accountIds: readonly string[],
): Pick<PlacedFinding, 'accountId' | 'place' | 'detail'> {
  const inTarget = /^(?:targets|platforms)\.(\d+)\.?(.*)$/.exec(path);
  const accountId = inTarget === null ? null : (accountIds[Number(inTarget[1])] ?? null);
  const [field = '', ...rest] = (inTarget?.[2] ?? path).split('.');
  return {
    accountId,
    place: places[field] ?? (inTarget === null ? 'other' : 'account'),
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

/** Of a plan that is used up, nothing is said of a post that exists. */
const aboutNewPosts = /^plan_limit_/;

export function findingsOf(
  { findings, targets }: Validation,
  accountIds: readonly string[],
  { isNew }: { isNew: boolean },
): PlacedFinding[] {
  const whole = findings.filter(({ code }) => isNew || !aboutNewPosts.test(code));
  return [
    ...whole.map((told) => placed(told, accountIds)),
    ...targets.flatMap((target) =>
      target.findings.map((told) => {
        const found = placed(told, accountIds);
        return {
          ...found,
          accountId: target.socialAccountId,
          message: withoutPlatform(told.message, target.platform),
        };
      }),
    ),
  ];
}

/** What a refusal says, at the same places. */
export const findingsOfDetails = (details: readonly ErrorDetail[], { targets }: Draft): PlacedFinding[] =>
  details.map((told) => {
    const found = placed(
      told,
      targets.map(({ accountId }) => accountId),
    );
    const named = targets.find(({ platform }) => told.message.startsWith(`${platform}: `));
    return {
      ...found,
      accountId: found.accountId ?? named?.accountId ?? null,
      message: withoutPlatform(told.message, named?.platform ?? ''),
    };
  });

function placed(told: Told, accountIds: readonly string[]): PlacedFinding {
  return {
    ...placeOf(told.path, accountIds),
    severity: told.severity ?? 'error',
    code: told.code,
    message: told.message,
    fitsAt: told.fitsAt ?? null,
  };
}

/** What the counter beside the text says, with the limit. X has another one for long posts, which it does not know. */
const countedCodes = new Set(['text_too_long', 'text_bytes_exceeded']);

/** A limit is told once for each account: by the counter where there is one. */
export function besideCounter(found: PlacedFinding, { targets }: Draft): PlacedFinding {
  const target = targets.find(({ accountId }) => accountId === found.accountId);
  const isCounted = found.place === 'firstComment' || target?.options['longPost'] !== true;
  const isToldThere = target !== undefined && isCounted && countedCodes.has(found.code);
  return isToldThere ? { ...found, message: 'Too long.' } : found;
}

/** The account stands beside it. */
const withoutPlatform = (message: string, platform: string): string =>
  platform !== '' && message.startsWith(`${platform}: `) ? message.slice(platform.length + 2) : message;

/** Said aloud when it changes. */
export function summaryOf(findings: readonly PlacedFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;
  if (findings.length === 0) return 'No problems';
  const parts = [errors > 0 ? count(errors, 'problem') : '', warnings > 0 ? count(warnings, 'note') : ''];
  return parts.filter((part) => part !== '').join(', ');
}
