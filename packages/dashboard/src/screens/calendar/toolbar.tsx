import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { rangeOf, steppedDay, titleOf, todayIn, views, type View } from './range.js';
import type { CalendarParams } from './use-calendar-params.js';
import { zoneLabel } from './labels.js';

const viewLabels: Record<View, string> = { month: 'Month', week: 'Week', list: 'List' };

/** Lets the user choose the period, the view and the time zone. */
export function Toolbar(props: { params: CalendarParams; zones: readonly string[]; firstDayOfWeek: number }) {
  const { params, zones, firstDayOfWeek } = props;
  const { view, day, zone, set } = params;
  const unit = view === 'week' ? 'week' : 'month';
  const step = (by: 1 | -1): void => set({ view, day: steppedDay(view, day, by) });
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-label={`Previous ${unit}`} onClick={() => step(-1)}>
          <ChevronLeft className="size-4" />
        </Button>
        <Button onClick={() => set({ view, day: todayIn(zone) })}>Today</Button>
        <Button aria-label={`Next ${unit}`} onClick={() => step(1)}>
          <ChevronRight className="size-4" />
        </Button>
        <h2 aria-live="polite" className="text-lg font-semibold">
          {titleOf(view, day, rangeOf(view, day, firstDayOfWeek), navigator.language)}
        </h2>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <ViewButtons params={params} />
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

function ViewButtons({ params: { view, day, set } }: { params: CalendarParams }) {
  return (
    <div role="group" aria-label="View" className="flex">
      {views.map((one) => (
        <Button
          key={one}
          look={one === view ? 'primary' : 'plain'}
          aria-pressed={one === view}
          onClick={() => set({ view: one, day })}
        >
          {viewLabels[one]}
        </Button>
      ))}
    </div>
  );
}
