import { Images } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { useUrlParams } from '../../lib/use-url-params.js';
import { t } from '../../messages/media.js';
import { ErrorState } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { LoadMore } from '../../ui/load-more.js';
import { Screen } from '../../ui/screen.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { useMedia, type Media } from './api.js';
import { FilePicker } from './file-picker.js';
import { MediaCard } from './media-card.js';
import { MediaDialog } from './media-dialog.js';
import { addUpload } from './upload-store.js';
import { useDrop } from './use-drop.js';
import { UploadList } from './upload-list.js';

const kinds = [
  { value: '', label: t('allFiles') },
  { value: 'IMAGE', label: t('images') },
  { value: 'GIF', label: t('animatedGifs') },
  { value: 'VIDEO', label: t('videos') },
  { value: 'DOCUMENT', label: t('documents') },
  { value: 'SUBTITLES', label: t('subtitles') },
] as const;

/** Shows the media library of the workspace. */
export function MediaScreen() {
  const mayWrite = useMay('writeMedia');
  const { id } = useWorkspace();
  const add = (files: readonly File[]): void => {
    for (const file of files) addUpload(id, file);
  };
  return (
    <Screen
      title={t('media')}
      actions={
        mayWrite ? <FilePicker label={t('uploadFiles')} look="primary" multiple onFiles={add} /> : undefined
      }
    >
      {mayWrite ? (
        <DropArea onFiles={add}>
          <UploadList />
          <Library />
        </DropArea>
      ) : (
        <Library />
      )}
    </Screen>
  );
}

/** Accepts files that are dropped anywhere on the library. The upload button does the same for the keyboard. */
function DropArea({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const { area, isOver } = useDrop(onFiles);
  return (
    <div
      ref={area}
      className={`flex flex-col gap-6 rounded-lg outline-offset-8 outline-accent ${isOver ? 'outline-2 outline-dashed' : ''}`}
    >
      <p className="text-muted">{t('dropFilesHere')}</p>
      {children}
    </div>
  );
}

function Library() {
  const [params, setParams] = useUrlParams();
  const kind = kinds.find(({ value }) => value !== '' && value === params['kind'])?.value;
  const pages = useMedia(kind);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = pages.rows.find(({ id }) => id === openId);
  return (
    <section aria-label={t('library')} className="flex flex-col gap-4">
      <div className="max-w-60">
        <SelectField
          label={t('show')}
          choices={kinds}
          value={kind ?? ''}
          onValue={(value) => setParams({ kind: value })}
        />
      </div>
      <Grid pages={pages} isFiltered={kind !== undefined} onOpen={setOpenId} />
      <LoadMore pages={pages} what={t('moreFiles')} />
      {open !== undefined && <MediaDialog media={open} onClose={() => setOpenId(null)} />}
    </section>
  );
}

function Grid(props: {
  pages: ReturnType<typeof useMedia>;
  isFiltered: boolean;
  onOpen: (id: string) => void;
}) {
  const { pages, isFiltered, onOpen } = props;
  if (pages.isPending) return <Skeleton label={t('loadingLibrary')} />;
  if (pages.isError && pages.rows.length === 0) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (pages.rows.length === 0) {
    return isFiltered ? (
      <EmptyState title={t('noFilesOfThisType')}>{t('showAllFilesToSee')}</EmptyState>
    ) : (
      <EmptyState icon={Images} title={t('noFilesYet')}>
        {t('uploadFilesToUseThem')}
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      {pages.rows.map((media: Media) => (
        <li key={media.id} className="min-w-0">
          <MediaCard media={media} onOpen={() => onOpen(media.id)} />
        </li>
      ))}
    </ul>
  );
}
