import { useSyncExternalStore } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { formatBytes } from '../../lib/format-media.js';
import { UploadInterrupted } from '../../lib/upload.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/media.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Progress } from '../../ui/progress.js';
import { cancelUpload, resumeUpload, uploadStore, type UploadRow } from './upload-store.js';
import { Section } from '../../ui/section.js';

/** Shows the uploads that are running and those that have stopped. */
export function UploadList() {
  const { id } = useWorkspace();
  const all = useSyncExternalStore(uploadStore.subscribe, uploadStore.current);
  const rows = all.filter(({ workspaceId }) => workspaceId === id);
  if (rows.length === 0) return null;
  return (
    <Section title={t('uploads')} size="small">
      <ul className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.id} className="rounded-lg border border-line bg-surface p-4">
            <Upload row={row} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Upload({ row }: { row: UploadRow }) {
  const { id, file, sentBytes, error } = row;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          {file.name} <span className="text-muted">({formatBytes(file.size)})</span>
        </p>
        <div className="flex gap-2">
          {error !== null && (
            <Button aria-label={t('resumeName', { name: file.name })} onClick={() => resumeUpload(id)}>
              {t('resume')}
            </Button>
          )}
          <Button aria-label={t('cancelName', { name: file.name })} onClick={() => cancelUpload(id)}>
            {common('cancel')}
          </Button>
        </div>
      </div>
      {error === null && (
        <Progress label={t('uploadOfName', { name: file.name })} value={sentBytes} max={file.size} />
      )}
      {error === null && sentBytes >= file.size && (
        <p className="text-sm text-muted">{t('checkingTheFile')}</p>
      )}
      {error instanceof UploadInterrupted ? (
        <p role="alert" className="text-bad">
          {t('theConnectionWasLostResume')}
        </p>
      ) : (
        <ErrorNote error={error} />
      )}
    </div>
  );
}
