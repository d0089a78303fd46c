import { EmojiPicker as Base } from 'frimousse';
import { userLanguage } from '../../lib/language.js';
import { t as common } from '../../messages/common.js';
import { t } from '../../messages/composer.js';
import { inputClass } from '../../ui/field.js';

/** Replaced by the build. */
declare const emojiUrl: string;

/** Lets the user find an emoji by its name. Loaded only when it is opened. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Base.Root
      locale={userLanguage}
      emojibaseUrl={emojiUrl}
      columns={8}
      className="flex h-80 flex-col gap-2"
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Base.Search aria-label={t('searchEmoji')} placeholder={t('searchEmoji')} className={inputClass} />
      <Base.Viewport className="min-h-0 flex-1">
        <Base.Loading className="text-sm text-muted">{common('loadingNow')}</Base.Loading>
        <Base.Empty className="text-sm text-muted">{t('noEmojiFound')}</Base.Empty>
        <Base.List
          aria-label={t('emoji')}
          className="select-none"
          components={{
            CategoryHeader: ({ category, ...header }) => (
              <div {...header} className="bg-surface py-1 text-xs font-medium text-muted">
                {category.label}
              </div>
            ),
            // The library counts rows and columns from 0, and ARIA from 1. Its scrolling needs the index of other rows.
            Row: (row) => <div {...row} aria-rowindex={row['aria-rowindex'] || undefined} />,
            Emoji: ({ emoji, 'aria-colindex': index = 0, ...button }) => (
              <button
                {...button}
                role="gridcell"
                aria-colindex={index + 1}
                title={emoji.label}
                className="flex size-9 items-center justify-center rounded-md text-lg data-active:bg-raised"
              >
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Base.Viewport>
    </Base.Root>
  );
}
