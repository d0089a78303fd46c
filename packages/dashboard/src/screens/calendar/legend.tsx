import { shownStateLabels } from '../../lib/labels.js';
import type { ShownState } from '../../lib/shown-state.js';
import { t } from '../../messages/calendar.js';
import { toneClass } from '../../ui/badge.js';
import { StateIcon } from './state-icon.js';
import type { Tile } from './tiles.js';

const states = Object.keys(shownStateLabels) as ShownState[];

/** Explains the icon and the color of each state among the shown posts. */
export function Legend({ tiles }: { tiles: readonly Tile[] }) {
  const present = new Set(tiles.map(({ shown }) => shown));
  if (present.size === 0) return null;
  return (
    <ul aria-label={t('legend')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {states
        .filter((state) => present.has(state))
        .map((state) => {
          const { label, tone } = shownStateLabels[state];
          return (
            <li key={state} className="flex items-center gap-1.5">
              <span
                className={`inline-flex size-5 items-center justify-center rounded-sm ${toneClass(tone)}`}
              >
                <StateIcon state={state} />
              </span>
              {label}
            </li>
          );
        })}
    </ul>
  );
}
