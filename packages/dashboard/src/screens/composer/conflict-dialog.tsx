import { lowerCase } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { postLabelOf } from '../../lib/labels.js';
import { differencesOf, draftOf, wholeDraftOf, type Difference } from './draft.js';
import { accountName, mediaName, type Form } from './form.js';
import { canOverwrite, isEditable, type PostConflict } from './send.js';

/** Shows the differences between the stored version and the form, and lets the user choose one. */
export function ConflictDialog(props: {
  form: Form;
  conflict: PostConflict;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
  onSeparate: () => void;
  onClose: () => void;
}) {
  const { form, conflict, busy, onMine, onTheirs, onSeparate, onClose } = props;
  const { theirs, base } = conflict;
  const isNew = base === null;
  const stored = (isNew ? wholeDraftOf : draftOf)(theirs, form.draft.timezone);
  const rows = [
    ...statusRows(conflict),
    ...differencesOf(form.draft, stored, {
      account: (id) => accountName(form, id),
      media: (id) => mediaName(form, id),
    }),
  ];
  const canStillBe = isNew ? canOverwrite(theirs) : isEditable(theirs);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={isNew ? t('savedAlready') : t('changedByOther')}
      description={descriptionOf(conflict, canStillBe)}
    >
      <Rows rows={rows} />
      <ErrorNote error={conflict.cause} />
      <DialogActions>
        <Button onClick={onClose}>{t('keepEditing')}</Button>
        <Button onClick={onTheirs}>{t('takeSaved')}</Button>
        {isNew && (
          <Button busy={busy} onClick={onSeparate}>
            {t('saveSeparately')}
          </Button>
        )}
        {canStillBe && (
          <Button look="primary" busy={busy} onClick={onMine}>
            {t('overwrite')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function descriptionOf({ theirs, base }: PostConflict, canStillBe: boolean): string {
  const state = lowerCase(postLabelOf(theirs).label);
  if (base === null) {
    return canStillBe ? t('compareEarlier') : t('onlySeparately', { state });
  }
  return canStillBe ? t('compare') : t('notSavable', { state });
}

/** Returns a row if the status has changed meanwhile, for instance by a cancellation. */
function statusRows({ theirs, base }: PostConflict): Difference[] {
  if (base?.status === theirs.status) return [];
  const mine = base === null ? t('notSaved') : t('whenOpened', { state: postLabelOf(base).label });
  return [{ what: t('status'), theirs: postLabelOf(theirs).label, mine }];
}

function Rows({ rows }: { rows: readonly Difference[] }) {
  if (rows.length === 0) return <p>{t('sameVersions')}</p>;
  return (
    <dl className="flex flex-col gap-4">
      {rows.map(({ what, theirs, mine }) => (
        <div key={what} className="flex flex-col gap-2">
          <dt className="font-semibold wrap-anywhere">{what}</dt>
          <dd className="grid gap-2 sm:grid-cols-2">
            <Version title={t('savedVersion')} text={theirs} />
            <Version title={t('yourVersion')} text={mine} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-md border border-line p-2">
      <p className="text-sm text-muted">{title}</p>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{text === '' ? t('empty') : text}</p>
    </div>
  );
}
