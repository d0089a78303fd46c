import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useMay } from '../../api/workspace.js';
import { formatBytes, formatDuration } from '../../lib/format-media.js';
import { showToast } from '../../lib/toasts.js';
import { mediaStateLabels } from '../../lib/labels.js';
import { errorText } from '../../messages/error-text.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/media.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DateTime } from '../../ui/date-time.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { Facts } from '../../ui/facts.js';
import { TextArea, TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { ToldText } from '../../ui/told-text.js';
import { useDeleteMedia, useUpdateMedia, type Media } from './api.js';
import { kindLabels, nameOf, pagesOf } from './media-card.js';
import { UsedIn } from './used-in.js';

const altTextCharsMax = 5_000;
const filenameCharsMax = 255;

/** Shows one file, and lets the user edit its texts or delete it. */
export function MediaDialog({ media, onClose }: { media: Media; onClose: () => void }) {
  const mayWrite = useMay('writeMedia');
  const [deleting, setDeleting] = useState(false);
  return (
    <Dialog open onClose={onClose} title={nameOf(media)} wide>
      <div className="grid gap-6 md:grid-cols-2">
        <Preview media={media} />
        <div className="flex min-w-0 flex-col gap-4">
          <MediaFacts media={media} />
          <UsedIn mediaId={media.id} />
          {mayWrite ? (
            <WordsForm media={media} onClose={onClose} />
          ) : (
            isDescribed(media) && (
              <p>
                <strong>{t('altText')}</strong> {media.altText ?? t('none')}
              </p>
            )
          )}
        </div>
      </div>
      <DialogActions>
        {media.url !== null && (
          <a href={media.url} className={buttonClass()} rel="noopener noreferrer" target="_blank">
            {t('download')}
          </a>
        )}
        {mayWrite && <Button onClick={() => setDeleting(true)}>{common('delete')}</Button>}
        <Button onClick={onClose}>{common('close')}</Button>
      </DialogActions>
      {deleting && <DeleteDialog media={media} onDeleted={onClose} onClose={() => setDeleting(false)} />}
    </Dialog>
  );
}

function Preview({ media }: { media: Media }) {
  const { kind, url, thumbnailUrl, altText } = media;
  const shape = 'max-h-96 w-full rounded-md bg-raised object-contain';
  if (url === null) return <p className="text-muted">{t('noPreviewYet')}</p>;
  if (kind === 'DOCUMENT' || kind === 'SUBTITLES') return <p className="text-muted">{t('downloadToRead')}</p>;
  if (kind !== 'VIDEO') return <img src={url} alt={altText ?? ''} className={shape} />;
  return (
    <video
      controls
      muted
      preload="metadata"
      src={url}
      className={shape}
      aria-label={altText ?? nameOf(media)}
      {...(thumbnailUrl !== null && { poster: thumbnailUrl })}
    />
  );
}

/** Whether a file can have an alt text. No platform takes one for documents and subtitles. */
const isDescribed = ({ kind }: Media): boolean => kind !== 'DOCUMENT' && kind !== 'SUBTITLES';

function MediaFacts({ media }: { media: Media }) {
  const { status, kind, mime, sizeBytes, width, height, durationMs, failure, createdAt } = media;
  return (
    <>
      {failure !== null && (
        <p className="rounded-md bg-bad-soft px-4 py-3 text-bad">
          {t.rich('theFileWasRejected', { reason: () => <ToldText told={errorText(failure) ?? ''} /> })}
        </p>
      )}
      <Facts
        facts={[
          [t('status'), <Badge key="state" {...mediaStateLabels[status]} />],
          [t('type'), mime === null ? kindLabels[kind] : `${kindLabels[kind]} (${mime})`],
          [t('size'), formatBytes(sizeBytes)],
          [t('dimensions'), width === null || height === null ? null : `${width} × ${height}`],
          [t('duration'), durationMs === null ? null : formatDuration(durationMs)],
          [t('length'), pagesOf(media)],
          [t('added'), <DateTime key="added" at={createdAt} />],
        ]}
      />
    </>
  );
}

function WordsForm({ media, onClose }: { media: Media; onClose: () => void }) {
  const [altText, setAltText] = useState(media.altText ?? '');
  const [filename, setFilename] = useState(media.originalFilename ?? '');
  const updating = useUpdateMedia();
  const save = async (): Promise<void> => {
    const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
    await updating.mutateAsync({ mediaId: media.id, altText: orNull(altText), filename: orNull(filename) });
    showToast(t('saved'));
    onClose();
  };
  return (
    <Form onSubmit={save}>
      {isDescribed(media) && (
        <TextArea
          label={t('altTextField')}
          hint={t('describesTheFileForPeople')}
          rows={4}
          maxLength={altTextCharsMax}
          value={altText}
          error={detailFor(updating.error, 'altText')}
          onChange={(event) => setAltText(event.target.value)}
        />
      )}
      <TextField
        label={t('fileName')}
        maxLength={filenameCharsMax}
        value={filename}
        error={detailFor(updating.error, 'filename')}
        onChange={(event) => setFilename(event.target.value)}
      />
      <ErrorNote error={updating.error} fields={['altText', 'filename']} />
      <Button type="submit" look="primary" busy={updating.isPending} className="self-start">
        {t('save')}
      </Button>
    </Form>
  );
}

function DeleteDialog(props: { media: Media; onDeleted: () => void; onClose: () => void }) {
  const { media, onDeleted, onClose } = props;
  const deleting = useDeleteMedia();
  const remove = async (): Promise<void> => {
    await deleting.mutateAsync(media.id);
    showToast(t('nameWasDeleted', { name: nameOf(media) }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      open
      title={t('deleteName', { name: nameOf(media) })}
      action={common('delete')}
      sending={deleting}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>{t('draftsThatUseThisFile')}</p>
    </ConfirmDialog>
  );
}
