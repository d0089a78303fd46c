import type { Selection } from '../../lib/use-selection.js';
import { t } from '../../messages/bulk.js';

/** The checkbox of one post in a list. */
export function SelectBox({
  id,
  name,
  selection,
}: {
  id: string;
  name: string;
  selection: Selection<unknown>;
}) {
  return (
    <label className="flex size-9 shrink-0 cursor-pointer items-center justify-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={t('select', { name })}
        checked={selection.isSelected(id)}
        className="size-4.5 accent-accent"
        onChange={() => selection.toggle(id)}
      />
    </label>
  );
}
