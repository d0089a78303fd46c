import { ImagePlus, Images } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import type { Media } from './api.js';
import { boxClass } from './content-box.js';
import type { WaitingUpload } from './draft.js';
import { saidOf, type Form, type Said as Messages } from './form.js';
import { LibraryDialog } from './library-dialog.js';
import { MediaList } from './media-list.js';
import { Said } from './said.js';
import { ToolRow } from './tool-row.js';
import { UploadList } from './upload-list.js';
import { useFileDrops } from './use-drops.js';
import { giveUp, useUploads } from './use-uploads.js';

const taken = 'image/*,video/mp4,video/quicktime,video/webm,application/pdf';

export interface MediaEditorProps {
  form: Form;
  title: string;
  ids: readonly string[];
  onIds: (change: (ids: readonly string[]) => readonly string[]) => void;
  /** The account that the media are for; undefined for the media that all accounts share. */
  accountId?: string;
  /** The further part that the media are for. Its messages are `said`. */
  partId?: string;
  said?: Messages;
  /** The text above the media. */
  children?: ReactNode;
}

/**
 * A box with a text and its images and videos. Lets the user add them by drag and drop, file picker or library, and edit
 * their order and alt texts.
 */
export function MediaEditor(props: MediaEditorProps) {
  const { form, title, ids, onIds, accountId, partId, children } = props;
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const add = (media: Media): void =>
    onIds((current) => (current.includes(media.id) ? current : [...current, media.id]));
  const uploads = useMediaUploads(form, { accountId, partId }, add);
  useNotedUploads(form, titleId, uploads.items.length);
  const active = new Set(uploads.items.map(({ mediaId }) => mediaId));
  const interrupted = form.draft.waiting.filter(
    (one) => one.accountId === accountId && one.partId === partId && !active.has(one.mediaId),
  );
  const takeFiles = (files: Iterable<File>): void => {
    for (const file of files) {
      const earlier = interrupted.find((one) => one.filename === file.name && one.sizeBytes === file.size);
      uploads.start(file, earlier?.mediaId);
    }
  };
  useFileDrops(box, takeFiles);
  const takeFocus = (): void => group.current?.focus();
  return (
    <div ref={box} className={boxClass}>
      {children}
      <div
        ref={group}
        role="group"
        tabIndex={-1}
        data-field="media"
        aria-labelledby={titleId}
        className="flex flex-col gap-2 rounded-b-lg px-2.5 pb-2"
      >
        <h3 id={titleId} className="sr-only">
          {title}
        </h3>
        {ids.length > 0 && <MediaList form={form} ids={ids} onIds={onIds} onRemoved={takeFocus} />}
        <UploadList uploads={uploads} onRemoved={takeFocus} />
        <Interrupted form={form} waiting={interrupted} />
        <Sources title={title} ids={ids} onFiles={takeFiles} onPick={add} />
        <Said
          {...(props.said ??
            saidOf(form, 'media', accountId === undefined ? { matches: isShared(form) } : { accountId }))}
        />
      </div>
    </div>
  );
}

/** The buttons at the bottom of the box. */
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
      <input
        ref={input}
        type="file"
        multiple
        accept={taken}
        aria-label={t('filesFor', { title })}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-x-2">
        <ToolRow
          label={t('addToPost')}
          tools={[
            { label: t('chooseFiles'), icon: ImagePlus, onPress: () => input.current?.click() },
            { label: t('chooseFromLibrary'), icon: Images, onPress: () => setPicking(true) },
          ]}
        />
        <span className="text-sm text-muted pointer-coarse:hidden">{t('orDropFiles')}</span>
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

function useMediaUploads(
  form: Form,
  { accountId, partId }: { accountId: string | undefined; partId: string | undefined },
  add: (media: Media) => void,
) {
  const setWaiting = (change: (waiting: readonly WaitingUpload[]) => readonly WaitingUpload[]): void =>
    form.update((draft) => ({ ...draft, waiting: change(draft.waiting) }));
  const without = (mediaId: string) => (waiting: readonly WaitingUpload[]) =>
    waiting.filter((one) => one.mediaId !== mediaId);
  return useUploads({
    onReady: add,
    onBegun: (begun) => {
      const one = {
        ...begun,
        ...(accountId !== undefined && { accountId }),
        ...(partId !== undefined && { partId }),
      };
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
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">{t('uploadInterrupted', { filename })}</p>
      <Button
        aria-label={t('cancelUploadOf', { filename })}
        onClick={() => {
          giveUp(mediaId);
          form.update((draft) => ({
            ...draft,
            waiting: draft.waiting.filter((one) => one.mediaId !== mediaId),
          }));
        }}
      >
        {common('cancel')}
      </Button>
    </div>
  ));
}
