import type { ReactNode } from 'react';
import { ApiError, AwayError, ChangedError, isForbidden, isNotFound, toldOf } from '../api/errors.js';
import { errorTitles } from '../lib/error-titles.js';
import { sentenceOf } from '../lib/finding-sentence.js';
import type { Told } from '../lib/told.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { PaymentLink } from './payment-link.js';
import { ToldText } from './told-text.js';

const paymentRequired = 402;

const titleOf = (error: unknown): string => {
  if (error instanceof AwayError) return t('error.away');
  if (error instanceof ChangedError) return t('error.changed');
  return (
    (error instanceof ApiError && error.code !== null ? errorTitles[error.code] : undefined) ??
    t('error.unknown')
  );
};

/** The paths of the errors that a form shows at its fields. */
export type FieldPaths = readonly string[] | 'all';

const isAtField = (path: string, fields: FieldPaths): boolean => fields === 'all' || fields.includes(path);

const wordsOf = (error: unknown): Told => {
  if (error instanceof AwayError) return t('error.awayAdvice');
  return error instanceof ApiError || error instanceof ChangedError ? toldOf(error) : t('error.pageFailed');
};

/** Shows an error: its title, its message or its details, and the request id for support. */
function ErrorText({ error, fields = [] }: { error: unknown; fields?: FieldPaths | undefined }) {
  const details = error instanceof ApiError ? error.details : [];
  const others = details.filter(({ path }) => !isAtField(path, fields));
  return (
    <>
      <p className="font-semibold">{titleOf(error)}</p>
      {/* If there are details, the message only repeats the first of them. */}
      {details.length === 0 && (
        <p>
          <ToldText told={wordsOf(error)} />
        </p>
      )}
      {details.length > others.length && <p>{t('error.correctMarked')}</p>}
      {others.length > 0 && (
        <ul className="list-disc pl-5">
          {others.map((detail) => (
            <li key={`${detail.path} ${detail.code}`}>
              <ToldText told={sentenceOf(detail)} />
            </li>
          ))}
        </ul>
      )}
      {error instanceof ApiError && error.status === paymentRequired && <PaymentLink />}
      {error instanceof ApiError && error.requestId !== null && (
        <p className="text-sm wrap-anywhere">{t('error.request', { id: error.requestId })}</p>
      )}
    </>
  );
}

/**
 * Shows an error in a form or dialog, above the buttons. Details for `fields` are left out, because the fields show
 * them.
 */
export function ErrorNote({ error, fields }: { error: unknown; fields?: FieldPaths }) {
  return (
    <div role="alert">
      {error !== null && error !== undefined && (
        <div className="flex flex-col gap-1 rounded-md bg-bad-soft px-4 py-3 text-bad">
          <ErrorText error={error} fields={fields} />
        </div>
      )}
    </div>
  );
}

/** Whether a retry could help. It cannot if access is forbidden or the resource does not exist. */
const isOfUse = (error: unknown): boolean => !isForbidden(error) && !isNotFound(error);

/** Shows an error in place of content that could not be loaded. */
export function ErrorState({
  error,
  onRetry,
  children,
}: {
  error: unknown;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2 rounded-lg bg-bad-soft px-6 py-5 text-bad">
      <ErrorText error={error} />
      {children}
      {onRetry !== undefined && isOfUse(error) && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
    </div>
  );
}
