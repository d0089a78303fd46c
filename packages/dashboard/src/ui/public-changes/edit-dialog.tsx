import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useEditTarget } from '../../api/public-changes.js';
import { useWorkspace } from '../../api/workspace.js';
import { platformNames } from '../../lib/platform-looks.js';
import { placeOf } from '../../lib/post-changes.js';
import { editEndMs, editsLeft, titleOf } from '../../lib/public-changes.js';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/changes.js';
import { DateTime } from '../date-time.js';
import { Dialog } from '../dialog.js';
import { TextArea, TextField } from '../field.js';
import { DialogForm } from '../form.js';
import type { ChangeDialogProps } from './remove-dialog.js';

const textCharsMax = 70_000;
const titleCharsMax = 500;

/** Lets the user correct the text of a public target, and says until when and how often the platform allows it. */
export function EditDialog(props: ChangeDialogProps) {
  const { post, target, changes, onClose } = props;
  const { requireApproval } = useWorkspace();
  const before = target.publishedCaption ?? '';
  const titleBefore = titleOf(target);
  const [text, setText] = useState(before);
  const [title, setTitle] = useState(titleBefore);
  const [problem, setProblem] = useState<string>();
  const editing = useEditTarget(post);
  const hasTitle = changes.edit?.fields.includes('title') === true;
  const isSame = text === before && title === titleBefore;
  const submit = async (): Promise<void> => {
    setProblem(isSame ? t('edit.same') : undefined);
    if (isSame) return;
    const body = { text, ...(hasTitle && title !== titleBefore && { title }) };
    const { targets } = await editing.mutateAsync({ tid: target.id, body });
    tell(targets.find(({ id }) => id === target.id)?.edits.at(-1)?.status);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('edit.title', { place: placeOf(target) })}
      description={t('edit.effect')}
    >
      <DialogForm
        noValidate
        action={requireApproval ? t('edit.submit') : t('edit.send')}
        sending={editing}
        fields={['text', 'title']}
        onSubmit={submit}
        onCancel={onClose}
      >
        <Terms {...props} />
        {requireApproval && <p>{t('edit.approval')}</p>}
        {hasTitle && (
          <TextField
            label={t('title')}
            maxLength={titleCharsMax}
            value={title}
            error={detailFor(editing.error, 'title')}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <TextArea
          label={t('edit.text')}
          rows={6}
          maxLength={textCharsMax}
          value={text}
          error={problem ?? detailFor(editing.error, 'text')}
          onChange={(event) => setText(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}

function Terms({ target, changes }: ChangeDialogProps) {
  const platform = platformNames[target.platform];
  const endMs = editEndMs(target, changes);
  const left = editsLeft(target, changes);
  const needs = changes.edit?.needs ?? null;
  const time = () => (endMs === null ? null : <DateTime at={new Date(endMs).toISOString()} />);
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm empty:hidden">
      {endMs !== null && <li>{t.rich('edit.window', { platform, time })}</li>}
      {left !== null && <li>{t('edit.count', { count: left })}</li>}
      {needs !== null && <li>{t('edit.needs', { needs })}</li>}
      {changes.edit?.pricedAsPost === true && <li>{t('edit.price', { platform })}</li>}
    </ul>
  );
}

function tell(status: string | undefined): void {
  if (status === 'DONE') showToast(t('told.edited'));
  else if (status === 'NEEDS_APPROVAL') showToast(t('told.waits'), 'info');
  else if (status !== 'FAILED') showToast(t('told.editing'), 'info');
}
