import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShortcut } from '../../lib/use-shortcut.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import { Segments } from '../../ui/segments.js';
import { rangeOf, steppedDay, titleOf, todayIn, views, type View } from './range.js';
import type { CalendarParams } from './use-calendar-params.js';

const viewLabels: Record<View, string> = {
  month: t('month'),
  week: t('week'),
  day: t('day'),
  list: t('list'),
};
const viewChoices = views.map((value) => ({ value, label: viewLabels[value] }));

/** Lets the user choose the period and the view. `children` are shown between them. */
export function Toolbar(props: { params: CalendarParams; firstDayOfWeek: number; children: ReactNode }) {
  const { params, firstDayOfWeek, children } = props;
  const { view, day, zone, isDayChosen, set } = params;
  const step = (by: 1 | -1): void => set({ view, day: steppedDay(params, by, todayIn(zone)) });
  const goToday = (): void => set({ view, day: '' });
  useShortcut('previous', () => step(-1));
  useShortcut('next', () => step(1));
  useShortcut('today', goToday);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t(`previous.${view}`)} icon={ChevronLeft} onClick={() => step(-1)} />
        <Button onClick={goToday}>{t('today')}</Button>
        <IconButton label={t(`next.${view}`)} icon={ChevronRight} onClick={() => step(1)} />
        <h2 aria-live="polite" className="text-lg font-semibold">
          {titleOf(params, rangeOf(params, firstDayOfWeek))}
        </h2>
        {children}
      </div>
      <Segments
        label={t('view')}
        choices={viewChoices}
        value={view}
        onValue={(next) => set({ view: next, ...(isDayChosen && { day }) })}
      />
    </div>
  );
}
