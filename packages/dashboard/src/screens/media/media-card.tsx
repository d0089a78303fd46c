import { useWorkspace, useMay } from '../../api/workspace.js';
import { formatBytes, formatDuration } from '../../lib/format-media.js';
import { showToast } from '../../lib/toasts.js';
import { mediaStateLabels } from '../../lib/labels.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/media.js';
import { Badge } from '../../ui/badge.js';
import { Picture } from '../../ui/picture.js';
import type { Media } from './api.js';
import { FilePicker } from './file-picker.js';
import { addUpload } from './upload-store.js';

export const kindLabels: Record<Media['kind'], string> = {
  IMAGE: t('image'),
  GIF: 'GIF',
  VIDEO: t('video'),
  DOCUMENT: t('document'),
  SUBTITLES: t('subtitles'),
};

/** Whether people who cannot see the file need an alt text. */
const wantsAltText = ({ kind }: Media): boolean => kind === 'IMAGE' || kind === 'GIF';

export const pagesOf = ({ pageCount }: Media): string | null =>
  pageCount === null ? null : common('media.pages', { count: pageCount });

export const nameOf = ({ originalFilename, kind }: Media): string => originalFilename ?? kindLabels[kind];

export function MediaCard({ media, onOpen }: { media: Media; onOpen: () => void }) {
  const { status, kind, altText, sizeBytes, durationMs } = media;
  const duration = durationMs === null ? null : formatDuration(durationMs);
  const mayWrite = useMay('writeMedia');
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-surface">
      <button
        type="button"
        className="flex flex-1 flex-col gap-1 rounded-lg p-2 text-left hover:bg-raised"
        onClick={onOpen}
      >
        <span className="block aspect-square w-full overflow-hidden rounded-md bg-raised">
          {/* There is no alt text, because the file name follows. */}
          <Picture media={media} alt="" fit="contain" />
        </span>
        <span className="w-full truncate text-sm font-medium">{nameOf(media)}</span>
        <span className="text-sm text-muted">
          {[kindLabels[kind], formatBytes(sizeBytes), duration, pagesOf(media)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        {status !== 'READY' && <Badge {...mediaStateLabels[status]} />}
        {status === 'READY' && altText === null && wantsAltText(media) && (
          <span className="text-sm text-warning">{t('noAltText')}</span>
        )}
      </button>
      {status === 'PENDING_UPLOAD' && mayWrite && <GoOn media={media} />}
    </div>
  );
}

/** A button to resume an upload that was started in another tab or earlier. The user picks the same file again. */
function GoOn({ media }: { media: Media }) {
  const { id } = useWorkspace();
  return (
    <div className="p-2 pt-0">
      <FilePicker
        label={t('resumeUpload')}
        onFiles={([file]) => {
          if (file === undefined) return;
          if (file.size === media.sizeBytes) addUpload(id, file, media.id);
          else showToast(t('thisIsNotTheSame', { name: nameOf(media) }), 'bad');
        }}
      />
    </div>
  );
}
