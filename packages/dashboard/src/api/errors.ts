import type { components } from '../../../client/src/api-types.js';
import { findingText, sentenceOf } from '../lib/finding-sentence.js';
import { english, plainText, type Told } from '../lib/told.js';
import { t } from '../messages/common.js';
import { refusals } from '../messages/refusals.js';

export type ErrorDetail = components['schemas']['ErrorDetail'];

/** An error whose message may have English parts. */
export class ToldError extends Error {
  readonly told: Told;

  constructor(told: Told) {
    super(plainText(told));
    this.told = told;
  }
}

/** Returns the message of an error, with its English parts marked. Messages of other errors are the dashboard's own. */
export function toldOf(error: unknown): Told {
  if (error instanceof ToldError) return error.told;
  return error instanceof Error ? error.message : '';
}

/** An error response of the API. Missing fields of its body get defaults. */
export class ApiError extends ToldError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The error code. Null for responses without one, such as some 401s and errors of a proxy. */
  readonly code: string | null;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  /** The whole response body, including the fields that belong to a certain error code. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, requestId: string | null) {
    const given: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
    super(messageOf(given) ?? t('error.status', { status: String(status) }));
    this.status = status;
    this.code = textOf(given['code']);
    this.details = detailsIn(given);
    this.requestId = textOf(given['requestId']) ?? requestId;
    this.retryAfterMs = typeof given['retryAfterMs'] === 'number' ? given['retryAfterMs'] : null;
    this.body = given;
  }
}

/** A request got no response, because the network or the API could not be reached. */
export class AwayError extends Error {
  override readonly name = 'AwayError';
}

/** The post changed after it was shown, so the action was not carried out. */
export class ChangedError extends Error {
  override readonly name = 'ChangedError';

  constructor(cause?: unknown) {
    super(t('error.changedMeanwhile'), { cause });
  }
}

/** Whether the outcome of a request is unknown: the service may have carried it out, or may still do so. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof AwayError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.code === 'IDEMPOTENCY_KEY_IN_USE');
}

/** Returns the error message about one field of a form, or undefined if there is none. */
export function detailFor(error: unknown, path: string): Told | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find((detail) => detail.path === path);
  return found && findingText(found);
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isDetail(value: unknown): value is ErrorDetail {
  return isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';
}

const detailsIn = ({ details }: Readonly<Record<string, unknown>>): readonly ErrorDetail[] =>
  Array.isArray(details) ? details.filter(isDetail) : [];

/**
 * Returns the message in the user's language if it is translated. Like the server's own message, it contains the first
 * detail. Texts of a platform are not translated.
 */
function messageOf(body: Readonly<Record<string, unknown>>): Told | null {
  const message = textOf(body['message']);
  const own = message === null ? null : english(message);
  if ('platformMessage' in body) return own;
  const translated = refusals.error(String(body['code']));
  const [first] = detailsIn(body);
  return translated !== undefined && first ? sentenceOf(first) : (translated ?? own);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
