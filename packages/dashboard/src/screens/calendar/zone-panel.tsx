import { useId } from 'react';
import { localTimeZone } from '../../lib/dates.js';
import { t } from '../../messages/calendar.js';
import { ChoiceBox } from '../../ui/field.js';
import { zoneLabel } from './labels.js';
import { PopupPanel } from './popup-panel.js';
import type { Tile } from './tiles.js';
import type { CalendarParams } from './use-calendar-params.js';

/** Lets the user choose the time zone: their own, one of a post, or UTC. */
export function ZonePanel({ params, tiles }: { params: CalendarParams; tiles: readonly Tile[] }) {
  const { zone, set } = params;
  const name = useId();
  const ofPosts = tiles.map(({ timeZone }) => timeZone).filter((one) => one !== null);
  const zones = [...new Set([localTimeZone(), zone, ...ofPosts, 'UTC'])];
  return (
    <PopupPanel
      title={t('timeZone')}
      label={
        <span>
          <span className="sr-only">{t('timeZone')}: </span>
          {zoneLabel(zone)}
        </span>
      }
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t('timeZone')}</legend>
        {zones.map((value) => (
          <ChoiceBox
            key={value}
            type="radio"
            name={name}
            label={zoneLabel(value)}
            checked={value === zone}
            onChange={() => set({ zone: value })}
          />
        ))}
      </fieldset>
    </PopupPanel>
  );
}
