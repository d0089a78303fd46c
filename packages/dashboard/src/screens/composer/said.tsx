import { t } from '../../messages/composer.js';

/** Shows notes below a field, which do not block sending. They are inside a hint, so they contain no block elements. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <span key={note} className="mt-1 block font-medium text-warning">
      {t('note', { note })}
    </span>
  ));
}

/** Shows messages that do not belong to a single control. */
export function Said({ error, notes }: { error: string | undefined; notes: readonly string[] }) {
  if (error === undefined && notes.length === 0) return null;
  return (
    <div className="text-sm">
      {error !== undefined && <p className="font-medium text-bad">{error}</p>}
      <Notes notes={notes} />
    </div>
  );
}
