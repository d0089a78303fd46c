import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { postStateWords } from '../../lib/words.js';
import { differencesOf, draftOf, type Difference } from './draft.js';
import { accountName, mediaName, type Form } from './form.js';
import { isEditable, type PostConflict } from './send.js';

/** Their version beside mine, where they differ, and the choice between them. */
export function ConflictDialog(props: {
  form: Form;
  conflict: PostConflict;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  const { form, conflict, busy, onMine, onTheirs, onClose } = props;
  const { theirs } = conflict;
  const rows = [
    ...statusRows(conflict),
    ...differencesOf(form.draft, draftOf(theirs, form.draft.timezone), {
      account: (id) => accountName(form, id),
      media: (id) => mediaName(form, id),
    }),
  ];
  const canStillBe = isEditable(theirs);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Somebody else has changed this post"
      description={
        canStillBe
          ? 'Compare the saved version with yours and choose which one to keep.'
          : `The post is ${postStateWords[theirs.status].label.toLowerCase()} now, so your version can no longer be saved.`
      }
    >
      {rows.length === 0 ? (
        <p>Both versions are the same.</p>
      ) : (
        <dl className="flex flex-col gap-4">
          {rows.map(({ what, theirs: stored, mine }) => (
            <div key={what} className="flex flex-col gap-2">
              <dt className="font-semibold wrap-anywhere">{what}</dt>
              <dd className="grid gap-2 sm:grid-cols-2">
                <Version title="Saved version" text={stored} />
                <Version title="Your version" text={mine} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ErrorNote error={conflict.cause} />
      <DialogActions>
        <Button onClick={onClose}>Keep editing</Button>
        <Button onClick={onTheirs}>Use the saved version</Button>
        {canStillBe && (
          <Button look="primary" busy={busy} onClick={onMine}>
            Overwrite with my version
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What has been decided about it meanwhile, such as a cancellation. */
function statusRows({ theirs, base }: PostConflict): Difference[] {
  if (base === null || base.status === theirs.status) return [];
  return [
    {
      what: 'Status',
      theirs: postStateWords[theirs.status].label,
      mine: `${postStateWords[base.status].label} when you opened it`,
    },
  ];
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-md border border-line p-2">
      <p className="text-sm text-muted">{title}</p>
      <p className="text-sm whitespace-pre-wrap wrap-anywhere">{text === '' ? 'Empty' : text}</p>
    </div>
  );
}
