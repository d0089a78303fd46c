import { useState } from 'react';
import { useWorkspaces, type Workspace } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorState } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { LoadMore } from '../../ui/load-more.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useLibrary, type Media, type OptionMediaKind } from './api.js';
import { Picture } from '../../ui/picture.js';

const selectTexts: Record<OptionMediaKind, string> = {
  IMAGE: t('selectImage'),
  SUBTITLES: t('selectSubtitles'),
};

/** Lets the user select media from the library. */
export function LibraryDialog(props: {
  picked: readonly string[];
  onPick: (media: Media) => void;
  onClose: () => void;
  /** The only kind of media that can be selected. They are those of this workspace. */
  only?: OptionMediaKind;
}) {
  const { picked, onPick, onClose, only } = props;
  const libraries = useLibraries();
  const [workspaceId, setWorkspaceId] = useState(useWorkspace().id);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('mediaLibrary')}
      description={only === undefined ? t('selectMedia') : selectTexts[only]}
    >
      {only === undefined && libraries.length > 1 && (
        <SelectField
          label={t('workspace')}
          choices={libraries.map(({ id, name }) => ({ value: id, label: name }))}
          value={workspaceId}
          onValue={setWorkspaceId}
        />
      )}
      <Library key={workspaceId} workspaceId={workspaceId} only={only} picked={picked} onPick={onPick} />
      <DialogActions>
        <Button look={only === undefined ? 'primary' : 'plain'} onClick={onClose}>
          {only === undefined ? t('done') : common('cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * Returns the workspaces whose media the post may use: all with the same owner. Only an owner knows for certain which
 * those are, so other users get only the current one.
 */
function useLibraries(): readonly Workspace[] {
  const here = useWorkspace();
  const all = useWorkspaces();
  if (here.role !== 'OWNER') return [here];
  return [here, ...all.filter(({ id, role }) => id !== here.id && role === 'OWNER')];
}

function Library(props: {
  workspaceId: string;
  only: OptionMediaKind | undefined;
  picked: readonly string[];
  onPick: (media: Media) => void;
}) {
  const { workspaceId, only, picked, onPick } = props;
  const library = useLibrary(workspaceId, only);
  if (library.isPending) return <Skeleton label={t('loadingLibrary')} />;
  if (library.isError && library.rows.length === 0) {
    return <ErrorState error={library.error} onRetry={() => void library.refetch()} />;
  }
  if (library.rows.length === 0) {
    return <EmptyState title={t('libraryEmpty')}>{t('libraryHint')}</EmptyState>;
  }
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {library.rows.map((media) => (
          <li key={media.id}>
            <button
              type="button"
              aria-pressed={picked.includes(media.id)}
              className="flex w-full flex-col gap-1 rounded-md border-2 border-line p-1 text-left aria-pressed:border-accent"
              onClick={() => onPick(media)}
            >
              <span className="block aspect-square w-full overflow-hidden rounded-sm">
                <Picture media={media} alt={media.altText ?? ''} />
              </span>
              <span className="w-full text-sm wrap-anywhere">
                {picked.includes(media.id) && '✓ '}
                {media.originalFilename ?? t('unnamedFile')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore pages={library} what={t('files')} />
    </>
  );
}
