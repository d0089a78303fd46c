import { X } from 'lucide-react';
import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { DeleteDialog } from '../../ui/confirm-dialog.js';
import { Dialog } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { IconButton } from '../../ui/icon-button.js';
import { hashtagsIn } from './insertion.js';
import {
  useDeleteHashtagSet,
  useHashtagSets,
  useSaveHashtagSet,
  type HashtagSet,
} from './hashtag-sets-api.js';

const nameCharsMax = 100;
const hashtagsCharsMax = 2_000;

/** Lets the user insert a set of hashtags, and save or delete sets of the workspace. */
export function HashtagPicker(props: { onPick: (hashtags: string) => void; onClose: () => void }) {
  const { onPick, onClose } = props;
  const { data: sets = [], error, isPending } = useHashtagSets();
  const [deleted, setDeleted] = useState<HashtagSet | null>(null);
  const deleting = useDeleteHashtagSet();
  return (
    <Dialog open onClose={onClose} title={t('insertHashtags')} description={t('setsForAll')}>
      <ErrorNote error={error} />
      {isPending && <p className="text-sm text-muted">{common('loadingNow')}</p>}
      {!isPending && error === null && sets.length === 0 && (
        <p className="text-sm text-muted">{t('noSets')}</p>
      )}
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto empty:hidden">
        {sets.map((set) => (
          <li key={set.id} className="flex items-center gap-1">
            <button
              type="button"
              className="min-h-9 min-w-0 flex-1 rounded-md px-2 py-1 text-left hover:bg-raised pointer-coarse:min-h-11"
              onClick={() => onPick(set.hashtags)}
            >
              <span className="block text-sm font-medium wrap-anywhere">{set.name}</span>
              <span className="block truncate text-sm text-muted">{set.hashtags}</span>
            </button>
            <IconButton
              label={t('deleteSetNamed', { name: set.name })}
              icon={X}
              onClick={() => setDeleted(set)}
            />
          </li>
        ))}
      </ul>
      <NewSet sets={sets} />
      {deleted !== null && (
        <DeleteDialog
          title={t('deleteSet')}
          id={deleted.id}
          deleting={deleting}
          onClose={() => setDeleted(null)}
        >
          <p>{t('setIsDeleted', { name: deleted.name })}</p>
        </DeleteDialog>
      )}
    </Dialog>
  );
}

/** A form for a new set. With the name of another one, it changes that one. */
function NewSet({ sets }: { sets: readonly HashtagSet[] }) {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const saving = useSaveHashtagSet();
  const same = sets.find((set) => set.name === name.trim());
  return (
    <Form
      className="flex flex-col gap-2 border-t border-line pt-3"
      onSubmit={async () => {
        const hashtags = hashtagsIn(typed);
        await saving.mutateAsync({ rowId: same?.id ?? null, body: { name: name.trim(), hashtags } });
        setName('');
        setTyped('');
      }}
    >
      <TextField
        label={t('nameOfSet')}
        hint={same === undefined ? undefined : t('setExists')}
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(saving.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('hashtags')}
        placeholder={t('hashtagsExample')}
        required
        maxLength={hashtagsCharsMax}
        value={typed}
        error={detailFor(saving.error, 'hashtags')}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ErrorNote error={saving.error} fields={['name', 'hashtags']} />
      <Button type="submit" className="self-start" busy={saving.isPending}>
        {t('saveSet')}
      </Button>
    </Form>
  );
}
