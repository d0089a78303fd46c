import { useEffect, useRef, useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/inbox.js';
import { Button } from '../../ui/button.js';
import { DeleteDialog } from '../../ui/confirm-dialog.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { TextArea, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { useDeleteSavedReply, useSavedReplies, useSaveReply, type SavedReply } from './saved-replies-api.js';

const nameCharsMax = 100;
const textCharsMax = 5_000;

/** Adds, changes and deletes the saved replies of the workspace. `draft` is offered as the text of a new one. */
export function ManageSavedReplies({ draft, onClose }: { draft: string; onClose: () => void }) {
  const saved = useSavedReplies();
  /** Null for a new one. */
  const [edited, setEdited] = useState<SavedReply | null | undefined>();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.querySelector<HTMLElement>('input, button')?.focus(), [edited]);
  return (
    <Dialog open onClose={onClose} title={t('savedReplies')} description={t('allMembersWhoMayReply')}>
      <div ref={body} className="contents">
        {edited === undefined ? (
          <ReplyList saved={saved} onEdit={setEdited} onClose={onClose} />
        ) : (
          <SavedReplyForm
            reply={edited}
            draft={edited === null ? draft : edited.text}
            onDone={() => setEdited(undefined)}
          />
        )}
      </div>
    </Dialog>
  );
}

function ReplyList(props: {
  saved: ReturnType<typeof useSavedReplies>;
  onEdit: (reply: SavedReply | null) => void;
  onClose: () => void;
}) {
  const { saved, onEdit, onClose } = props;
  const [deleted, setDeleted] = useState<SavedReply | null>(null);
  const deleting = useDeleteSavedReply();
  return (
    <>
      <div>
        <Button look="primary" onClick={() => onEdit(null)}>
          {t('newSavedReply')}
        </Button>
      </div>
      <ErrorNote error={saved.error} />
      {saved.data?.length === 0 && <p className="text-muted">{t('thereAreNoSavedReplies')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {saved.data?.map((reply) => (
          <li key={reply.id} className="flex flex-col gap-2 py-3">
            <h3 className="font-semibold wrap-anywhere">{reply.name}</h3>
            <QuotedText text={reply.text} className="line-clamp-3 text-muted" />
            <div className="flex flex-wrap gap-2">
              <Button aria-label={t('editName', { name: reply.name })} onClick={() => onEdit(reply)}>
                {common('edit')}
              </Button>
              <Button
                look="quiet"
                aria-label={t('deleteName', { name: reply.name })}
                onClick={() => setDeleted(reply)}
              >
                {common('delete')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
      {deleted !== null && (
        <DeleteDialog
          title={t('deleteSavedReply')}
          id={deleted.id}
          deleting={deleting}
          onClose={() => setDeleted(null)}
        >
          <p>{t('nameIsDeletedForThe', { name: deleted.name })}</p>
        </DeleteDialog>
      )}
    </>
  );
}

function SavedReplyForm(props: { reply: SavedReply | null; draft: string; onDone: () => void }) {
  const { reply, draft, onDone } = props;
  const [name, setName] = useState(reply?.name ?? '');
  const [text, setText] = useState(draft);
  const saving = useSaveReply();
  return (
    <DialogForm
      action={reply === null ? t('create') : t('save')}
      sending={saving}
      fields={['name', 'text']}
      onCancel={onDone}
      onSubmit={async () => {
        await saving.mutateAsync({ rowId: reply?.id ?? null, body: { name, text } });
        onDone();
      }}
    >
      <TextField
        label={t('name')}
        hint={t('onlyYourTeamSeesIt')}
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(saving.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t('text')}
        required
        rows={5}
        maxLength={textCharsMax}
        value={text}
        error={detailFor(saving.error, 'text')}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogForm>
  );
}
