import type { ReactNode } from 'react';
import type { Target } from '../../api/posts.js';
import type { Tone } from '../../lib/labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/changes.js';
import { toneClass } from '../badge.js';
import { DateTime } from '../date-time.js';
import { FailureText } from '../failure-text.js';
import { QuotedText } from '../quoted-text.js';

type Edit = Target['edits'][number];

const tones: Record<Edit['status'], Tone> = {
  NEEDS_APPROVAL: 'warning',
  REQUESTED: 'info',
  RUNNING: 'info',
  DONE: 'neutral',
  FAILED: 'bad',
  UNCONFIRMED: 'unsure',
  REJECTED: 'neutral',
};

/** Says how far the removal of a target has come, or else its last edit. */
export function ChangeStates({ target }: { target: Target }) {
  const { removal } = target;
  const edit = target.edits.at(-1);
  return (
    <>
      {removal !== null && <RemovalState target={target} removal={removal} />}
      {edit !== undefined && removal?.status !== 'DONE' && <EditState target={target} edit={edit} />}
    </>
  );
}

function RemovalState({ target, removal }: { target: Target; removal: NonNullable<Target['removal']> }) {
  const { status, removedAt, error } = removal;
  // Only edits wait for an approval.
  if (status === 'NEEDS_APPROVAL' || status === 'REJECTED') return null;
  const platform = platformNames[target.platform];
  const time = () => (removedAt === null ? null : <DateTime at={removedAt} />);
  return (
    <Note status={status} error={error}>
      {t.rich(`removal.${status}`, { platform, time })}
    </Note>
  );
}

function EditState({ target, edit }: { target: Target; edit: Edit }) {
  const { status, editedAt, error, text } = edit;
  const platform = platformNames[target.platform];
  const time = () => (editedAt === null ? null : <DateTime at={editedAt} />);
  const isDone = status === 'DONE';
  const isOver = status === 'FAILED' || status === 'REJECTED';
  return (
    <>
      <Note status={status} error={error}>
        {t.rich(`edited.${status}`, { platform, time })}
      </Note>
      {!isOver && (
        <div>
          <p className="text-sm text-muted">{isDone ? t('publicText') : t('newText')}</p>
          <QuotedText text={isDone ? (target.publishedCaption ?? text) : text} />
        </div>
      )}
    </>
  );
}

function Note(props: { status: Edit['status']; error: { message: string } | null; children: ReactNode }) {
  const { status, error, children } = props;
  return (
    <div className={`flex flex-col gap-1 rounded-md p-3 text-sm ${toneClass(tones[status])}`}>
      <p>{children}</p>
      {error !== null && <FailureText text={error.message} />}
    </div>
  );
}
