import { plainText, type Told } from '../../lib/told.js';
import { t } from '../../messages/composer.js';
import { ToldText } from '../../ui/told-text.js';

/** Shows notes below a field, which do not block sending. They are inside a hint, so they contain no block elements. */
export function Notes({ notes }: { notes: readonly Told[] }) {
  return notes.map((note) => (
    <span key={plainText(note)} className="mt-1 block font-medium text-warning">
      {t.rich('note', { note: () => <ToldText told={note} /> })}
    </span>
  ));
}

/** Shows messages that do not belong to a single control. */
export function Said({ error, notes }: { error: Told | undefined; notes: readonly Told[] }) {
  if (error === undefined && notes.length === 0) return null;
  return (
    <div className="text-sm">
      {error !== undefined && (
        <p className="font-medium text-bad">
          <ToldText told={error} />
        </p>
      )}
      <Notes notes={notes} />
    </div>
  );
}
