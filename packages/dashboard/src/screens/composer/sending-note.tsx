import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../api/workspace.js';
import { t } from '../../messages/composer.js';
import { Button, buttonClass } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, type FieldPaths } from '../../ui/error-state.js';
import { DeletedPost } from './send.js';
import { MayExist } from './use-sending.js';

/** Explains why the form was not sent, or may not have been stored, and offers remedies. */
export function SendingNote(props: {
  error: unknown;
  /** The paths of the fields that show their own errors. */
  fields: FieldPaths;
  onSeparate: () => void;
}) {
  const { error, fields, onSeparate } = props;
  const { id } = useWorkspace();
  if (error instanceof DeletedPost) {
    return (
      <Warning>
        <p>{t('deletedMeanwhile')}</p>
      </Warning>
    );
  }
  if (!(error instanceof MayExist)) return <ErrorNote error={error} fields={fields} />;
  return (
    <Warning>
      <p>{t.rich('sentEarlier', { time: () => <DateTime at={error.sentAt} /> })}</p>
      <div className="flex flex-wrap gap-2">
        <Link to={`/w/${id}/calendar`} className={buttonClass('plain')}>
          {t('openCalendar')}
        </Link>
        <Button onClick={onSeparate}>{t('sendAsNew')}</Button>
      </div>
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <div className="flex flex-col gap-3 rounded-md bg-warning-soft px-4 py-3 text-warning">{children}</div>
    </div>
  );
}
