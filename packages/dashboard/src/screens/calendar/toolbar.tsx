import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useShortcut } from '../../lib/use-shortcut.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { IconButton } from '../../ui/icon-button.js';
import { Segments } from '../../ui/segments.js';
import { rangeOf, steppedDay, titleOf, todayIn, views, type View } from './range.js';
import type { CalendarParams } from './use-calendar-params.js';
import { zoneLabel } from './labels.js';

const viewLabels: Record<View, string> = { month: 'Month', week: 'Week', list: 'List' };
const viewChoices = views.map((value) => ({ value, label: viewLabels[value] }));

/** Lets the user choose the period, the view and the time zone. */
export function Toolbar(props: { params: CalendarParams; zones: readonly string[]; firstDayOfWeek: number }) {
  const { params, zones, firstDayOfWeek } = props;
  const { view, day, zone, set } = params;
  const unit = view === 'week' ? 'week' : 'month';
  const step = (by: 1 | -1): void => set({ view, day: steppedDay(view, day, by) });
  const goToday = (): void => set({ view, day: todayIn(zone) });
  useShortcut('previous', () => step(-1));
  useShortcut('next', () => step(1));
  useShortcut('today', goToday);
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={`Previous ${unit}`} icon={ChevronLeft} onClick={() => step(-1)} />
        <Button onClick={goToday}>Today</Button>
        <IconButton label={`Next ${unit}`} icon={ChevronRight} onClick={() => step(1)} />
        <h2 aria-live="polite" className="text-lg font-semibold">
          {titleOf(view, day, rangeOf(view, day, firstDayOfWeek), navigator.language)}
        </h2>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Segments
          label="View"
          choices={viewChoices}
          value={view}
          onValue={(next) => set({ view: next, day })}
        />
        <div className="w-56 max-w-full">
          <SelectField
            label="Time zone"
            value={zone}
            choices={zones.map((value) => ({ value, label: zoneLabel(value) }))}
            onValue={(value) => set({ zone: value })}
          />
        </div>
      </div>
    </div>
  );
}
