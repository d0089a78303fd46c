import { Hash, Smile, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { Popover } from '../../ui/popover.js';
import { insertInto, spaced } from './insertion.js';

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.js')).EmojiPicker }));
const HashtagPicker = lazy(async () => ({ default: (await import('./hashtag-picker.js')).HashtagPicker }));

/** A text field with buttons that insert emoji and sets of hashtags where the cursor is. */
export function WithAids({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<'emoji' | 'hashtags' | null>(null);
  const insert = (textAfter: (before: string) => string): void => {
    const area = root.current?.querySelector('textarea');
    if (area) insertInto(area, textAfter(area.value.slice(0, area.selectionStart)));
  };
  return (
    <div ref={root} className="flex flex-col">
      {children}
      <div className="flex gap-1 px-2.5 pb-1">
        <Popover
          label={t('insertEmoji')}
          open={open === 'emoji'}
          onOpen={(isOpen) => setOpen(isOpen ? 'emoji' : null)}
          className="p-3!"
          trigger={<Aid label={t('insertEmoji')} icon={Smile} />}
        >
          <Suspense fallback={<p className="text-sm text-muted">{common('loadingNow')}</p>}>
            <EmojiPicker onPick={(emoji) => insert(() => emoji)} />
          </Suspense>
        </Popover>
        <Aid label={t('insertHashtags')} icon={Hash} onClick={() => setOpen('hashtags')} />
      </div>
      {open === 'hashtags' && (
        <Suspense>
          <HashtagPicker
            onPick={(hashtags) => {
              insert((before) => spaced(before, hashtags));
              setOpen(null);
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Aid({
  label,
  icon: Icon,
  ...button
}: ComponentProps<'button'> & { label: string; icon: LucideIcon }) {
  return (
    <button
      {...button}
      type="button"
      aria-label={label}
      title={label}
      className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
    >
      <Icon className="size-4.5" />
    </button>
  );
}
