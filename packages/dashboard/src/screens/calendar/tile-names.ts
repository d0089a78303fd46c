import { shownStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { t as common } from '../../messages/common.js';
import type { Tile } from './tiles.js';

/** Returns the name of a post: its first line with text. */
export const nameOf = (tile: Tile): string => {
  const line = tile.caption.split('\n').find((text) => text.trim() !== '');
  return line?.trim() ?? common('postWithoutText');
};

/** Returns the state changes since the previous reading as a text to announce; null if there are none. */
export function changesBetween(before: readonly Tile[], after: readonly Tile[]): string | null {
  const states = new Map(before.map(({ id, shown }) => [id, shown]));
  const changed = after.filter(({ id, shown }) => states.has(id) && states.get(id) !== shown);
  const [first] = changed;
  if (first === undefined) return null;
  const told = t('theStatusOfNameIs', { name: nameOf(first), state: shownStateLabels[first.shown].label });
  return changed.length === 1 ? told : t('postsHaveChanged', { count: changed.length, first: told });
}
