import { userLocale } from '../../lib/language.js';
import FullCalendar, {
  type CalendarRef,
  type EventApi,
  type EventClickInfo,
  type EventDropInfo,
  type EventInput,
} from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import '@fullcalendar/react/skeleton.css';
import themePlugin from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { showToast } from '../../lib/toasts.js';
import { wallClockOf } from '../../lib/wall-clock.js';
import { shownStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import './calendar.css';
import type { Receive } from './beside-tray.js';
import { settleDayLinks, settleHours, stepBetweenDays } from './grid-focus.js';
import { landingOf } from './landing.js';
import { dayOf } from './new-post-time.js';
import { pointerDragPlugin } from './pointer-drag.js';
import { endOfTile, rangeOf, todayIn, weeksFromNow } from './range.js';
import { roomForTiles } from './room-for-tiles.js';
import { isMovable, type Tile } from './tiles.js';
import { TileContent } from './tile-content.js';
import { useRestOfWindow } from './use-rest-of-window.js';
import { firstOfMonth, newPostLabel, spokenName, toneColors } from './labels.js';

const plugins = [dayGridPlugin, timeGridPlugin, pointerDragPlugin, themePlugin];
const tilesBesideMax = 2;
const tilesBesideMaxOfDay = 8;
/** The duration that gives a tile the height of two lines. */
const tileDuration = '01:00';
/** The hours of today that are shown above the current time. */
const hoursBeforeNow = 2;
/** The first hour that is shown of other days. Earlier ones are above it. */
const firstHour = 7;
const daysOfWeek = 7;
const gridViews = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;
/** The month view that begins with this week. */
const weeksView = 'dayGridWeeks';

export interface GridProps {
  view: keyof typeof gridViews;
  day: string;
  /** Whether the month view begins with this week. */
  isFromNow: boolean;
  /** The number of weeks that the month view shows. */
  weeks: number;
  zone: string;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  /** Whether the user may write and move posts. */
  isWriter: boolean;
  onOpen: (tile: Tile) => void;
  onDrop: (tile: Tile, at: string) => void;
  /** Called to show all posts of a day. */
  onDay: (day: string) => void;
  onEmpty: (wallClock: { day: string; time?: string }) => void;
  onReceive: Receive;
}

/** Marks the date of today more clearly than the background of its cell does. */
const todayClass = 'rounded-full bg-accent px-0! font-semibold text-on-accent';

const pastClass = ({ isPast }: { isPast: boolean }): string => (isPast ? 'bg-canvas' : '');

const fixed = {
  plugins,
  headerToolbar: false,
  height: '100%',
  expandRows: true,
  views: {
    [weeksView]: { type: 'dayGrid', duration: { weeks: weeksFromNow } },
    [gridViews.day]: { eventMaxStack: tilesBesideMaxOfDay },
  },
  fixedWeekCount: false,
  monthStartFormat: firstOfMonth,
  allDaySlot: false,
  timedText: t('hours'),
  nowIndicator: true,
  eventMaxStack: tilesBesideMax,
  moreLinkInnerClass: 'min-h-6 leading-6',
  moreLinkHint: (count: number) => t('showCountMorePosts', { count }),
  slotEventOverlap: false,
  defaultTimedEventDuration: tileDuration,
  // A post in the last hour of a day does not appear on the next day, too.
  nextDayThreshold: tileDuration,
  eventDisplay: 'block',
  eventOrder: 'start,id',
  eventDurationEditable: false,
  eventInteractive: true,
  dragRevertDuration: 0,
  dayCellClass: pastClass,
  dayLaneClass: pastClass,
  dayCellTopInnerClass: ({ isToday }: { isToday: boolean }) =>
    `m-0.5! flex min-h-6 min-w-6 items-center justify-center ${isToday ? todayClass : ''}`,
} as const;

/** Shows a month, a week or a day, in a frame that reaches to the bottom of the window. */
export function Grid(props: GridProps) {
  const { zone } = props;
  const frame = useRef<HTMLDivElement>(null);
  const heightPx = useRestOfWindow(frame);
  const settle = (): void => {
    settleDayLinks(frame.current, todayIn(zone));
    settleHours(frame.current);
  };
  useLayoutEffect(settle);
  return (
    // The days inside are links. This element handles their arrow keys.
    <div ref={frame} onKeyDown={stepBetweenDays} role="presentation" style={{ height: `${heightPx ?? 0}px` }}>
      {heightPx !== null && <Days {...props} heightPx={heightPx} onDates={settle} />}
    </div>
  );
}

/**
 * The days with their posts. The posts are passed in and never stored here, so that the calendar library cannot keep an
 * outdated position.
 */
function Days(props: GridProps & { heightPx: number; onDates: () => void }) {
  const { view, day, isFromNow, weeks, zone, firstDayOfWeek, tiles, isWriter, onEmpty } = props;
  const { heightPx, onDates } = props;
  const calendar = useRef<CalendarRef>(null);
  const wanted = isFromNow ? weeksView : gridViews[view];
  // Before the browser paints, because otherwise the new posts are first drawn in the old days.
  useLayoutEffect(() => {
    calendar.current?.getApi().changeView(wanted, day);
  }, [wanted, day]);
  const dragRules = useDragRules(props);
  const scrollTime = scrollTimeOf(props);
  const settle = (): void => {
    calendar.current?.getApi().scrollToTime(scrollTime);
    onDates();
  };
  const events = useMemo(
    () => tiles.map((tile) => eventOf(tile, { zone, view, isWriter })),
    [tiles, zone, view, isWriter],
  );
  return (
    <FullCalendar
      ref={calendar}
      {...fixed}
      {...dragRules}
      {...roomForTiles(heightPx, weeks)}
      initialView={wanted}
      initialDate={day}
      scrollTime={scrollTime}
      moreLinkClick={({ date, view: shown }) => {
        if (shown.type === gridViews.day) return 'popover';
        props.onDay(dayOf(date.toISOString(), zone));
        return gridViews.day;
      }}
      timeZone={zone}
      locale={userLocale}
      firstDay={firstDayOfWeek % daysOfWeek}
      datesSet={() => afterDrawing(settle)}
      dayHeaderContent={view !== 'month' ? WeekDay : undefined}
      events={events}
      eventContent={({ event }) => contentOf(event, props)}
      eventDidMount={({ el, event }) => {
        el.dataset['post'] = event.id;
      }}
      eventClick={({ event }: EventClickInfo) => props.onOpen(tileOf(event))}
      dateClick={({ dateStr, allDay }) => {
        if (isWriter) onEmpty(placeOf(dateStr, allDay, zone));
      }}
      droppable={isWriter}
      eventReceive={({ event, revert }) => {
        const { id, startStr, allDay } = event;
        revert();
        props.onReceive(id, placeOf(startStr, allDay, zone));
      }}
      navLinks={isWriter && view === 'month'}
      navLinkHint={(_, date) => newPostLabel(date, zone)}
      navLinkDayClick={(date) => onEmpty({ day: dayOf(date.toISOString(), zone) })}
    />
  );
}

/** Returns the content of a tile. A draft that is dragged in from the tray has only a title. */
const contentOf = (event: EventApi, { zone, view }: GridProps): ReactNode =>
  isTile(event) ? <TileContent tile={tileOf(event)} zone={zone} isFlat={view === 'month'} /> : event.title;

/** Returns the rules for dragging: a post moves to the day under the pointer, and never to the past. */
function useDragRules(props: GridProps) {
  // Whether the position under the pointer is in the past, and so refused.
  const isRefused = useRef(false);
  const { zone, view } = props;
  return {
    eventDragStart: () => {
      isRefused.current = false;
    },
    eventAllow: ({ start }: { start: Date }, event: EventApi | null) => {
      // Allows drafts from the tray, which are checked when they are dropped.
      if (event === null || !isTile(event)) return true;
      const landing = landingOf(tileOf(event), start.toISOString(), {
        shownIn: zone,
        wholeDays: view === 'month',
      });
      isRefused.current = Date.parse(landing) <= Date.now();
      return !isRefused.current;
    },
    eventDragStop: () => {
      if (isRefused.current) showToast(t('cannotMoveToPast'), 'warning');
    },
    eventDrop: (info: EventDropInfo) => dropped(info, props),
  };
}

/** Shows the date beside the weekday, even in narrow columns. */
function WeekDay(props: { weekdayText: string; dayNumberText: string; isToday: boolean }) {
  const { weekdayText, dayNumberText, isToday } = props;
  return (
    <span className="flex flex-col items-center">
      <span>{weekdayText}</span>
      <span className={`min-w-6 text-center leading-6 ${isToday ? todayClass : ''}`}>{dayNumberText}</span>
    </span>
  );
}

function dropped({ event, revert, view }: EventDropInfo, { zone, onDrop }: GridProps): void {
  const at = event.start?.toISOString();
  const tile = tileOf(event);
  revert();
  if (at === undefined) return;
  const landing = landingOf(tile, at, {
    shownIn: zone,
    wholeDays: view.type !== gridViews.week && view.type !== gridViews.day,
  });
  if (landing !== tile.at) onDrop(tile, landing);
}

/** Waits for the next frame, because the library reports new dates before it has drawn the days. */
function afterDrawing(then: () => void): void {
  requestAnimationFrame(then);
}

/** Returns the time at the top of the week and day views: a little before now, or the morning of other days. */
function scrollTimeOf({ view, day, zone, firstDayOfWeek }: GridProps): string {
  const { first, end } = rangeOf({ view, day, isDayChosen: true }, firstDayOfWeek);
  const [today = '', time = ''] = wallClockOf(new Date().toISOString(), zone).split('T');
  const isNow = first <= today && today < end;
  const hour = isNow ? Math.max(0, Number(time.slice(0, 'HH'.length)) - hoursBeforeNow) : firstHour;
  return `${String(hour).padStart(2, '0')}:00`;
}

function placeOf(dateText: string, isWholeDay: boolean, zone: string): { day: string; time?: string } {
  if (isWholeDay) return { day: dateText };
  const [day = '', time = ''] = wallClockOf(dateText, zone).split('T');
  return { day, time };
}

const isTile = (event: Pick<EventApi, 'extendedProps'>): boolean => event.extendedProps['tile'] !== undefined;

/** Returns the tile of an event. The library returns `extendedProps` unchanged, but types its values as unknown. */
const tileOf = (event: Pick<EventApi, 'extendedProps'>): Tile => event.extendedProps['tile'] as Tile;

function eventOf(
  tile: Tile,
  { zone, view, isWriter }: Pick<GridProps, 'zone' | 'view' | 'isWriter'>,
): EventInput {
  return {
    id: tile.id,
    start: tile.at,
    // Only the views with hours need it, and it takes long for the many posts of a month.
    ...(view !== 'month' && { end: endOfTile(tile.at, zone) }),
    title: spokenName(tile, zone),
    startEditable: isWriter && isMovable(tile),
    ...toneColors[shownStateLabels[tile.shown].tone],
    extendedProps: { tile },
  };
}
