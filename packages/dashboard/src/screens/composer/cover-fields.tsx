import { useState, type ReactNode } from 'react';
import { lowerCase } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { FieldGroup } from '../../ui/field.js';
import { Picture } from '../../ui/picture.js';
import { useMediaOf } from './api.js';
import { mediaName } from './form.js';
import { LibraryDialog } from './library-dialog.js';
import { labelsFor, type FieldProps } from './option-labels.js';

/** Lets the user choose a file of the library by its look: an image, for instance a cover, or subtitles. */
export function MediaField(props: FieldProps) {
  const { field, value, onValue } = props;
  const [isPicking, setPicking] = useState(false);
  const current = typeof value === 'string' ? value : '';
  const media = useMediaOf(current === '' ? [] : [current]).get(current);
  const name = lowerCase(field.label);
  return (
    <Pictures {...props}>
      {current !== '' && (
        <span className="block size-18 overflow-hidden rounded-md border border-line">
          <Picture media={media} alt={media?.originalFilename ?? ''} />
        </span>
      )}
      <Button onClick={() => setPicking(true)}>
        {current === '' ? t('choose') : t('change')}
        <span className="sr-only"> {name}</span>
      </Button>
      {current !== '' && (
        <Button look="quiet" onClick={() => onValue(undefined)}>
          {t.rich('removeField', { name, span: (words) => <span className="sr-only">{words}</span> })}
        </Button>
      )}
      {isPicking && (
        <LibraryDialog
          only={field.schema['x-media-kind'] ?? 'IMAGE'}
          picked={[current]}
          onPick={({ id }) => {
            onValue(id);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Pictures>
  );
}

/** Lets the user choose one of the post's own images, whose place in the post is the value. */
export function PlaceField(props: FieldProps) {
  const { context, value, onValue } = props;
  const { form, target } = context;
  const ids = target.mediaIds ?? form.draft.mediaIds;
  return (
    <Pictures {...props}>
      {ids.length === 0 && <p className="text-sm text-muted">{t('addImagesFirst')}</p>}
      {ids.map((id, place) => (
        <button
          key={id}
          type="button"
          aria-label={`${place + 1}. ${mediaName(form, id)}`}
          aria-pressed={place === value}
          className="block size-18 overflow-hidden rounded-md border border-line aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent"
          onClick={() => onValue(place === value ? undefined : place)}
        >
          <Picture media={form.media.get(id)} alt="" />
        </button>
      ))}
    </Pictures>
  );
}

function Pictures({ children, ...props }: FieldProps & { children: ReactNode }) {
  return (
    <FieldGroup {...labelsFor(props)}>
      <div className="flex flex-wrap items-center gap-2 p-0.5">{children}</div>
    </FieldGroup>
  );
}
