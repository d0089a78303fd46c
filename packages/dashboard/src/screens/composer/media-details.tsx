import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useId } from 'react';
import { errorText } from '../../messages/error-text.js';
import { t } from '../../messages/composer.js';
import { inputClass } from '../../ui/field.js';
import { IconButton } from '../../ui/icon-button.js';
import { ToldText } from '../../ui/told-text.js';
import { mediaName, type Form } from './form.js';

interface Place {
  index: number;
  count: number;
}

/** The alt text of an image or video, or the name of a document, and buttons to move or remove it. */
export function MediaDetails(props: {
  form: Form;
  id: string;
  place: Place;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { form, id, place, onMove, onRemove } = props;
  const media = form.media.get(id);
  const name = mediaName(form, id);
  const failure = typeof media?.failure === 'object' ? media.failure : null;
  const { index, count } = place;
  return (
    <>
      <div className="flex items-center gap-1.5">
        {media?.kind === 'DOCUMENT' ? (
          <p className="min-w-0 flex-1 truncate">{name}</p>
        ) : (
          <AltText form={form} id={id} />
        )}
        {/* At the ends of the list, the buttons are not disabled, because they would lose the focus. */}
        {count > 1 && (
          <>
            <IconButton
              label={t('moveEarlier', { name })}
              icon={ArrowLeft}
              onClick={() => onMove(index - 1)}
            />
            <IconButton
              label={t('moveLater', { name })}
              icon={ArrowRight}
              onClick={() => onMove(index + 1)}
            />
          </>
        )}
        <IconButton label={t('removeMedia', { name })} icon={X} onClick={onRemove} />
      </div>
      {failure !== null && (
        <p className="text-sm font-medium text-bad">
          <ToldText told={errorText(failure) ?? ''} />
        </p>
      )}
    </>
  );
}

function AltText({ form, id }: { form: Form; id: string }) {
  const hintId = useId();
  const name = mediaName(form, id);
  return (
    <>
      <input
        aria-label={t('altTextOf', { name })}
        aria-describedby={hintId}
        title={name}
        placeholder={form.media.get(id)?.altText ?? t('altTextPlaceholder')}
        className={inputClass}
        value={form.draft.altTexts[id] ?? ''}
        onChange={({ target }) => {
          const text = target.value;
          form.update((draft) => ({ ...draft, altTexts: { ...draft.altTexts, [id]: text } }));
        }}
      />
      <span id={hintId} className="sr-only">
        {t('altTextHint')}
      </span>
    </>
  );
}
