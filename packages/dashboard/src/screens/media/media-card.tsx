import { useWorkspace, useMay } from '../../api/workspace.js';
import { formatBytes, formatDuration } from '../../lib/format-media.js';
import { showToast } from '../../lib/toasts.js';
import { mediaStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/media.js';
import { Badge } from '../../ui/badge.js';
import type { Media } from './api.js';
import { FilePicker } from './file-picker.js';
import { addUpload } from './upload-store.js';

export const kindLabels: Record<Media['kind'], string> = { IMAGE: t('image'), GIF: 'GIF', VIDEO: t('video') };

export const nameOf = ({ originalFilename, kind }: Media): string => originalFilename ?? kindLabels[kind];

export function MediaCard({ media, onOpen }: { media: Media; onOpen: () => void }) {
  const { status, kind, altText, sizeBytes, durationMs } = media;
  const mayWrite = useMay('writeMedia');
  return (
    <div className="flex h-full flex-col rounded-lg border border-line bg-surface">
      <button
        type="button"
        className="flex flex-1 flex-col gap-1 rounded-lg p-2 text-left hover:bg-raised"
        onClick={onOpen}
      >
        <Thumbnail media={media} />
        <span className="w-full truncate text-sm font-medium">{nameOf(media)}</span>
        <span className="text-sm text-muted">
          {[kindLabels[kind], formatBytes(sizeBytes), durationMs === null ? null : formatDuration(durationMs)]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        {status !== 'READY' && <Badge {...mediaStateLabels[status]} />}
        {status === 'READY' && altText === null && kind !== 'VIDEO' && (
          <span className="text-sm text-warning">{t('noAltText')}</span>
        )}
      </button>
      {status === 'PENDING_UPLOAD' && mayWrite && <GoOn media={media} />}
    </div>
  );
}

function Thumbnail({ media }: { media: Media }) {
  const { thumbnailUrl, url, kind } = media;
  const source = thumbnailUrl ?? (kind === 'VIDEO' ? null : url);
  return (
    <span className="flex aspect-square w-full items-center justify-center overflow-hidden rounded-md bg-raised text-sm text-muted">
      {source === null ? (
        t('noPreview')
      ) : (
        // The image has no alt text, because the file name follows.
        <img src={source} alt="" loading="lazy" className="size-full object-contain" />
      )}
    </span>
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
