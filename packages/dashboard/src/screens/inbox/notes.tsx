import { Lock } from 'lucide-react';
import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useSession } from '../../api/session.js';
import { useMay } from '../../api/workspace.js';
import { useKeptText } from '../../lib/use-kept-text.js';
import { t } from '../../messages/inbox.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { DeleteDialog } from '../../ui/confirm-dialog.js';
import { DateTime } from '../../ui/date-time.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { TextArea } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { QuotedText } from '../../ui/quoted-text.js';
import { useAddNote, useDeleteNote, useNotes, type CommentNote } from './teamwork-api.js';

const noteCharsMax = 2_000;

/** The team's notes about a conversation. They look different from comments, so that they are not taken for public replies. */
export function Notes({ commentId }: { commentId: string }) {
  const notes = useNotes(commentId);
  const [deleted, setDeleted] = useState<CommentNote | null>(null);
  const deleting = useDeleteNote();
  return (
    <section
      aria-labelledby="notes"
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-dashed border-warning bg-warning-soft p-3"
    >
      <div className="text-warning">
        <h3 id="notes" className="flex items-center gap-2 font-semibold">
          <Lock aria-hidden className="size-4" />
          {t('notes')}
        </h3>
        <p className="text-sm">{t('onlyYourTeamSeesThis')}</p>
      </div>
      {notes.isError && notes.data === undefined && (
        <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      {notes.data !== undefined && notes.data.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.data.map((note) => (
            <Note key={note.id} note={note} onDelete={() => setDeleted(note)} />
          ))}
        </ul>
      )}
      <NoteForm commentId={commentId} />
      {deleted !== null && (
        <DeleteDialog
          title={t('deleteNote')}
          id={deleted}
          deleting={deleting}
          onClose={() => setDeleted(null)}
        >
          <p>{t('theNoteIsDeletedFor')}</p>
        </DeleteDialog>
      )}
    </section>
  );
}

function Note({ note, onDelete }: { note: CommentNote; onDelete: () => void }) {
  const { author, text, createdAt } = note;
  const me = useSession().user.id;
  const mayDeleteAll = useMay('manageWorkspace');
  const isOwn = author?.userId === me;
  const name = author?.name ?? t('aFormerMember');
  return (
    <li className="flex min-w-0 gap-3">
      <Avatar name={name} size="small" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="text-sm text-ink">
          <span className="font-semibold wrap-anywhere">{isOwn ? t('you') : name}</span>
          {' · '}
          <DateTime at={createdAt} />
        </p>
        <QuotedText text={text} className="text-ink" />
        {(isOwn || mayDeleteAll) && (
          <div>
            <Button look="quiet" className="-ml-3.5" onClick={onDelete}>
              {t('deleteNote')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** The typed text survives a reload and the end of the session. */
function NoteForm({ commentId }: { commentId: string }) {
  const name = `note.${useSession().user.id}.${commentId}`;
  const [text, setText] = useKeptText(name);
  const adding = useAddNote(name);
  const add = async (): Promise<void> => {
    if (text.trim() === '') return;
    await adding.mutateAsync({ commentId, text });
    setText('');
  };
  return (
    <Form className="flex flex-col gap-3 text-ink" onSubmit={add}>
      <TextArea
        label={t('noteForYourTeam')}
        required
        rows={2}
        maxLength={noteCharsMax}
        value={text}
        error={detailFor(adding.error, 'text')}
        onChange={(event) => setText(event.target.value)}
      />
      <ErrorNote error={adding.error} fields={['text']} />
      <div className="flex justify-end">
        <Button type="submit" busy={adding.isPending}>
          {t('addNote')}
        </Button>
      </div>
    </Form>
  );
}
