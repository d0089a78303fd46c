import { useMemo, type MouseEvent } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import { DayCell } from './day-cell.js';
import { daysWith, type Day } from './days.js';
import { dayOfElement, stepBetweenDays, useReachedDay } from './day-focus.js';
import type { GridProps } from './grid-props.js';
import { weekdayName } from './labels.js';
import { todayIn, type DayRange } from './range.js';
import { roomForTiles } from './room-for-tiles.js';
import type { Tile } from './tiles.js';
import { tileWidthOf } from './tile-width.js';
import { useDayDrag } from './use-day-drag.js';

const daysOfWeek = 7;

interface MonthGridProps extends GridProps {
  range: DayRange;
  /** The month whose days are shown more clearly than the others; null if all days look alike. */
  monthOf: string | null;
  heightPx: number;
  widthPx: number;
  zone: string;
  /** The tiles are ordered by time. */
  tiles: readonly Tile[];
}

/**
 * Shows weeks of days with their posts. It is our own, because the library of the other views takes several times as
 * long for a month of hundreds of posts. The buttons and links inside have no handlers of their own for the same reason.
 */
export function MonthGrid(props: MonthGridProps) {
  const { range, monthOf, heightPx, widthPx, zone, tiles, isWriter } = props;
  const { id: workspaceId } = useWorkspace();
  const { first, end } = range;
  const days = useMemo(() => daysWith(tiles, { first, end }, zone), [tiles, first, end, zone]);
  const today = todayIn(zone);
  const offered = isWriter ? days.filter(({ date }) => date >= today) : [];
  const [reached, reach] = useReachedDay(offered);
  const drag = useDayDrag(props);
  const weeks = days.length / daysOfWeek;
  const { alone, besideMore } = roomForTiles(heightPx, weeks);
  return (
    <div
      role="presentation"
      className="h-full"
      onClick={(event) => press(event, props)}
      onFocus={reach}
      onKeyDown={stepBetweenDays}
      {...drag}
    >
      <table className="flex h-full flex-col border-r border-b border-line bg-surface">
        <Weekdays days={days.slice(0, daysOfWeek)} />
        <tbody className="flex min-h-0 flex-1 flex-col">
          {Array.from({ length: weeks }, (_, week) => (
            <tr key={week} className="grid min-h-0 flex-1 grid-cols-7">
              {days.slice(week * daysOfWeek, (week + 1) * daysOfWeek).map((day, index) => (
                <DayCell
                  key={index}
                  day={day}
                  alone={alone}
                  besideMore={besideMore}
                  width={tileWidthOf(widthPx)}
                  zone={zone}
                  workspaceId={workspaceId}
                  isWriter={isWriter}
                  age={day.date < today ? 'past' : day.date === today ? 'today' : 'future'}
                  isTabStop={day.date === reached}
                  isOther={monthOf !== null && day.date.slice(0, -2) !== monthOf.slice(0, -2)}
                  isFirst={week + index === 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Weekdays({ days }: { days: readonly Day[] }) {
  return (
    <thead className="block">
      <tr className="grid grid-cols-7">
        {days.map(({ date }) => (
          <th
            key={date}
            scope="col"
            className="h-6.5 overflow-hidden border-t border-l border-line text-sm leading-6.5 font-medium"
          >
            {weekdayName(date)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Opens the pressed post, all posts of a day, or a new post on an empty place of a day. */
function press(event: MouseEvent<HTMLElement>, props: MonthGridProps): void {
  const { tiles, isWriter, onOpen, onDay, onEmpty } = props;
  if (!(event.target instanceof Element)) return;
  const day = dayOfElement(event.target);
  const postId = event.target.closest<HTMLElement>('[data-post]')?.dataset['post'];
  const tile = tiles.find(({ id }) => id === postId);
  if (tile !== undefined) {
    // With these keys, the link opens the page of the post in another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(tile);
  } else if (event.target.closest('[data-more]') !== null) onDay(day);
  else if (isWriter && day !== '') onEmpty({ day });
}
