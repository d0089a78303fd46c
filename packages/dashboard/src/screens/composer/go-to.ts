import type { Spot } from './form.js';

const controls = 'input, select, textarea, button, [tabindex]';

/**
 * Moves the focus to the first field inside `root` that a spot is about. Folded groups around it are opened. If no field
 * has that name, the focus goes to the first one whose option contains it.
 */
export function focusSpot(root: ParentNode, { accountId, place, detail }: Spot): void {
  const [part = ''] = detail.split('.');
  const wanted =
    place === 'account' ? `account.${accountId ?? ''}` : place === 'part' ? `part.${part}` : place;
  const found = place === 'options' ? optionField(root, detail) : named(root, wanted);
  const field = found ?? root.querySelector<HTMLElement>(controls);
  for (const details of root.querySelectorAll('details'))
    if (field !== null && (details.contains(field) || details.parentElement === field)) details.open = true;
  const control = field?.matches(controls) === true ? field : field?.querySelector<HTMLElement>(controls);
  control?.focus();
}

/** Returns the field of an option, or that of the option which contains it. */
function optionField(root: ParentNode, path: string): HTMLElement | null {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const field = named(root, `options.${parts.slice(0, length).join('.')}`);
    if (field !== null) return field;
  }
  return null;
}

const named = (root: ParentNode, name: string): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
