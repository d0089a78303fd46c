import { memo } from 'react';
import { t } from '../../messages/calendar.js';
import type { Day } from './days.js';
import { dateName, newPostLabel } from './labels.js';
import type { Room } from './room-for-tiles.js';
import { MonthTile } from './month-tile.js';
import { isNarrow, type TileWidth } from './tile-width.js';

interface DayCellProps extends Room {
  day: Day;
  width: TileWidth;
  zone: string;
  workspaceId: string;
  isWriter: boolean;
  age: 'past' | 'today' | 'future';
  /** Whether its date is the one of all dates that the Tab key reaches. */
  isTabStop: boolean;
  /** Whether the day belongs to another month than the shown one. */
  isOther: boolean;
  /** Whether it is the first of all shown days. */
  isFirst: boolean;
}

const backgrounds = { past: 'bg-canvas', today: 'bg-today', future: '' } as const;

/** A day of the month view: its date, the first posts, and how many more there are. */
export const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, alone, besideMore, width, age } = props;
  const { date, tiles } = day;
  const shown = tiles.length <= alone ? tiles : tiles.slice(0, besideMore);
  const more = tiles.length - shown.length;
  return (
    <td
      data-date={date}
      className={`flex min-w-0 flex-col gap-0.5 overflow-hidden border-t border-l border-line contain-strict data-over:bg-raised ${backgrounds[age]}`}
    >
      <DateOfDay {...props} />
      {shown.map((tile) => (
        <MonthTile key={tile.id} tile={tile} {...props} />
      ))}
      {more > 0 && (
        <button
          type="button"
          data-more
          title={t('showCountMorePosts', { count: more })}
          className="mx-0.5 min-h-6 shrink-0 truncate rounded-sm px-1 text-left text-xs leading-6 hover:bg-raised"
        >
          {isNarrow(width) ? `+${more}` : t('countMore', { count: more })}
        </button>
      )}
    </td>
  );
});

/** The date of a day. On days that have not passed it is a button for a new post. */
function DateOfDay({ day: { date }, width, isWriter, age, isTabStop, isOther, isFirst }: DayCellProps) {
  const look = `m-0.5 mb-0 flex h-6 min-w-6 shrink-0 items-center justify-center self-end rounded-full px-1 text-sm whitespace-nowrap ${
    age === 'today' ? 'bg-accent font-semibold text-on-accent' : isOther ? 'text-muted' : ''
  }`;
  const name = dateName(date, !isNarrow(width) && (isFirst || date.endsWith('-01')));
  if (age === 'past' || !isWriter) return <span className={look}>{name}</span>;
  return (
    <button
      type="button"
      data-new
      tabIndex={isTabStop ? 0 : -1}
      aria-label={newPostLabel(date)}
      className={`${look} hover:underline`}
    >
      {name}
    </button>
  );
}
