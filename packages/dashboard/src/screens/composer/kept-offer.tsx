import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import type { KeptDraft } from './kept-drafts.js';

const excerptChars = 200;

/** Offers to restore an unsent draft, before the user writes a new post. */
export function KeptOffer({
  kept,
  onTake,
  onDrop,
}: {
  kept: KeptDraft;
  onTake: () => void;
  onDrop: () => void;
}) {
  const { caption, targets } = kept.draft;
  const texts = [caption, ...targets.map((target) => target.caption ?? '')];
  const text = texts.find((one) => one.trim() !== '') ?? '';
  return (
    <section
      aria-labelledby="kept-draft"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id="kept-draft" className="text-lg font-semibold">
        {t('unsaved')}
      </h2>
      <p className="text-muted">{t.rich('unsavedSince', { time: () => <DateTime at={kept.savedAt} /> })}</p>
      {text !== '' && (
        <blockquote className="border-l-4 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
          {text.length > excerptChars ? `${text.slice(0, excerptChars)}…` : text}
        </blockquote>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onTake}>
          {t('keepEditing')}
        </Button>
        <Button onClick={onDrop}>{t('discard')}</Button>
      </div>
    </section>
  );
}
