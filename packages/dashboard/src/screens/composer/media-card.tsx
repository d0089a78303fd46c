import { Badge } from '../../ui/badge.js';
import { mediaStateLabels } from '../../lib/labels.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { mediaName, type Form } from './form.js';
import { Picture } from '../../ui/picture.js';

interface Place {
  index: number;
  count: number;
}

/** Shows an image or video with its alt text and its position in the list. */
export function MediaCard(props: {
  form: Form;
  id: string;
  place: Place;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { form, id, place, onMove, onRemove } = props;
  const media = form.media.get(id);
  const name = mediaName(form, id);
  return (
    <div className="flex flex-wrap gap-3 rounded-md border border-line bg-surface p-2">
      <div draggable className="size-24 shrink-0 overflow-hidden rounded-sm">
        <Picture media={media} alt="" />
      </div>
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
        <p className="text-sm wrap-anywhere">
          {place.index + 1}. {name}{' '}
          {media !== undefined && media.status !== 'READY' && <Badge {...mediaStateLabels[media.status]} />}
        </p>
        {typeof media?.failure === 'object' && media.failure !== null && (
          <p className="text-sm font-medium text-bad">{media.failure.message}</p>
        )}
        <TextField
          label={`Alt text for ${name}`}
          hint="Describe it for people who cannot see it."
          placeholder={media?.altText ?? undefined}
          value={form.draft.altTexts[id] ?? ''}
          onChange={({ target }) => {
            const text = target.value;
            form.update((draft) => ({ ...draft, altTexts: { ...draft.altTexts, [id]: text } }));
          }}
        />
        <div className="flex flex-wrap gap-2">
          {place.count > 1 && <MoveButtons name={name} place={place} onMove={onMove} />}
          <Button aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    </div>
  );
}

/**
 * Buttons to move an item up or down. At the ends of the list they are not disabled, because they would lose the focus.
 */
function MoveButtons(props: { name: string; place: Place; onMove: (to: number) => void }) {
  const { name, place, onMove } = props;
  const { index, count } = place;
  return (
    <>
      <Button
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0 || undefined}
        onClick={() => onMove(index - 1)}
      >
        ↑
      </Button>
      <Button
        aria-label={`Move ${name} down`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => onMove(index + 1)}
      >
        ↓
      </Button>
    </>
  );
}
