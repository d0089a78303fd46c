import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import type { Media } from './api.js';
import type { WaitingUpload } from './draft.js';
import { saidOf, type Form } from './form.js';
import { LibraryDialog } from './library-dialog.js';
import { MediaList } from './media-list.js';
import { Said } from './said.js';
import { UploadList } from './upload-list.js';
import { useFileDrops } from './use-drops.js';
import { giveUp, useUploads } from './use-uploads.js';

const taken = 'image/*,video/mp4,video/quicktime,video/webm';

export interface MediaEditorProps {
  form: Form;
  title: string;
  ids: readonly string[];
  onIds: (change: (ids: readonly string[]) => readonly string[]) => void;
  /** The account that the media are for; undefined for the media that all accounts share. */
  accountId?: string;
}

/** Lets the user add images and videos by drag and drop, file picker or library, and edit their order and alt texts. */
export function MediaEditor({ form, title, ids, onIds, accountId }: MediaEditorProps) {
  const titleId = useId();
  const zone = useRef<HTMLDivElement>(null);
  const add = (media: Media): void =>
    onIds((current) => (current.includes(media.id) ? current : [...current, media.id]));
  const uploads = useMediaUploads(form, accountId, add);
  useNotedUploads(form, titleId, uploads.items.length);
  const active = new Set(uploads.items.map(({ mediaId }) => mediaId));
  const interrupted = form.draft.waiting.filter(
    (one) => one.accountId === accountId && !active.has(one.mediaId),
  );
  const takeFiles = (files: Iterable<File>): void => {
    for (const file of files) {
      const earlier = interrupted.find((one) => one.filename === file.name && one.sizeBytes === file.size);
      uploads.start(file, earlier?.mediaId);
    }
  };
  useFileDrops(zone, takeFiles);
  const takeFocus = (): void => zone.current?.focus();
  return (
    <div
      ref={zone}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-lg border border-dashed border-edge p-3"
    >
      <h3 id={titleId} className="text-sm font-medium">
        {title}
      </h3>
      {ids.length > 0 && <MediaList form={form} ids={ids} onIds={onIds} onRemoved={takeFocus} />}
      <UploadList uploads={uploads} onRemoved={takeFocus} />
      <Interrupted form={form} waiting={interrupted} />
      <Sources title={title} ids={ids} onFiles={takeFiles} onPick={add} />
      <Said
        {...saidOf(form, 'media', accountId === undefined ? { matches: isShared(form) } : { accountId })}
      />
    </div>
  );
}

function Sources(props: {
  title: string;
  ids: readonly string[];
  onFiles: (files: Iterable<File>) => void;
  onPick: (media: Media) => void;
}) {
  const { title, ids, onFiles, onPick } = props;
  const [isPicking, setPicking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className="text-sm text-muted">Drop files here, or:</p>
      <div className="relative flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          multiple
          accept={taken}
          aria-label={`Files for ${title}`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <Button onClick={() => setPicking(true)}>Choose from library</Button>
      </div>
      {isPicking && <LibraryDialog picked={ids} onPick={onPick} onClose={() => setPicking(false)} />}
    </>
  );
}

/** Returns a filter that leaves out findings about accounts with their own media, because their sections show them. */
function isShared({ draft }: Form): (finding: { accountId: string | null }) => boolean {
  const own = new Set(
    draft.targets.filter(({ mediaIds }) => mediaIds !== null).map(({ accountId }) => accountId),
  );
  return ({ accountId }) => accountId === null || !own.has(accountId);
}

function useMediaUploads(form: Form, accountId: string | undefined, add: (media: Media) => void) {
  const setWaiting = (change: (waiting: readonly WaitingUpload[]) => readonly WaitingUpload[]): void =>
    form.update((draft) => ({ ...draft, waiting: change(draft.waiting) }));
  const without = (mediaId: string) => (waiting: readonly WaitingUpload[]) =>
    waiting.filter((one) => one.mediaId !== mediaId);
  return useUploads({
    onReady: add,
    onBegun: (begun) => {
      const one = { ...begun, ...(accountId !== undefined && { accountId }) };
      setWaiting((waiting) => [...without(begun.mediaId)(waiting), one]);
    },
    onEnded: (mediaId) => setWaiting(without(mediaId)),
  });
}

/** Reports the number of unfinished uploads to the form, so that the post is not sent without them. */
function useNotedUploads({ noteUploads }: Form, editor: string, count: number): void {
  useEffect(() => {
    noteUploads(editor, count);
    return () => noteUploads(editor, 0);
  }, [noteUploads, editor, count]);
}

/**
 * Shows uploads that a reload has interrupted. The service keeps the received bytes, but the user has to pick the file
 * again.
 */
function Interrupted({ form, waiting }: { form: Form; waiting: readonly WaitingUpload[] }) {
  return waiting.map(({ mediaId, filename }) => (
    <div
      key={mediaId}
      className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft p-2 text-warning"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        The upload of {filename} was interrupted. Choose the same file again to resume it.
      </p>
      <Button
        aria-label={`Cancel the upload of ${filename}`}
        onClick={() => {
          giveUp(mediaId);
          form.update((draft) => ({
            ...draft,
            waiting: draft.waiting.filter((one) => one.mediaId !== mediaId),
          }));
        }}
      >
        Cancel
      </Button>
    </div>
  ));
}
