import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ToldText } from '../../ui/told-text.js';
import type { UploadItem, Uploads } from './use-uploads.js';

/** Shows the unfinished uploads with their progress. */
export function UploadList({ uploads, onRemoved }: { uploads: Uploads; onRemoved: () => void }) {
  if (uploads.items.length === 0) return null;
  return (
    <ul aria-label={t('uploads')} className="flex flex-col gap-2">
      {uploads.items.map((item) => (
        <UploadRow key={item.key} item={item} uploads={uploads} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

function UploadRow(props: { item: UploadItem; uploads: Uploads; onRemoved: () => void }) {
  const { item, uploads, onRemoved } = props;
  const percent = Math.floor((100 * item.sentBytes) / Math.max(1, item.file.size));
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-line p-2">
      <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">{item.file.name}</span>
      {item.problem === null ? (
        <>
          <progress
            aria-label={t('uploadOf', { name: item.file.name })}
            max={100}
            value={percent}
            className="w-32 accent-accent"
          />
          <span className="w-16 text-right text-sm">
            {percent === 100 ? t('checkingFile') : `${percent} %`}
          </span>
        </>
      ) : (
        <>
          <span className="text-sm font-medium text-bad">
            <ToldText told={item.problem} />
          </span>
          <Button onClick={() => uploads.retry(item)}>
            {item.mediaId === null ? common('tryAgain') : t('resume')}
          </Button>
        </>
      )}
      <Button
        aria-label={t('cancelUpload', { name: item.file.name })}
        onClick={() => {
          onRemoved();
          uploads.cancel(item);
        }}
      >
        {common('cancel')}
      </Button>
    </li>
  );
}
