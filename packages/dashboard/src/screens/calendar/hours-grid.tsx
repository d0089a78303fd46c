import { userLocale } from '../../lib/language.js';
import FullCalendar, {
  type CalendarRef,
  type EventApi,
  type EventClickInfo,
  type EventDropInfo,
  type EventInput,
} from '@fullcalendar/react';
import interactionPlugin from '@fullcalendar/react/interaction';
import '@fullcalendar/react/skeleton.css';
import themePlugin from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useEffectEvent, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { showToast } from '../../lib/toasts.js';
import { wallClockOf } from '../../lib/wall-clock.js';
import { shownStateLabels, type Tone } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { t as common } from '../../messages/common.js';
import './calendar.css';
import type { GridProps } from './grid-props.js';
import { spokenName } from './labels.js';
import { firstUncut } from './first-hour.js';
import { dayOf } from './new-post-time.js';
import { endOfTile, rangeOf } from './range.js';
import { isMovable, type Tile } from './tiles.js';
import { TileContent } from './tile-content.js';

const plugins = [timeGridPlugin, interactionPlugin, themePlugin];
const tilesBesideMax = 2;
const tilesBesideMaxOfDay = 8;
/** The duration that gives a tile the height of two lines. */
const tileDuration = '01:00';
/** The hours of today that are shown above the current time. */
const hoursBeforeNow = 2;
/** The first hour that is shown of other days, unless it cuts a tile. Earlier ones are above it. */
const firstHour = 7;
const daysOfWeek = 7;
const hoursOfDay = 24;
const libraryViews = { week: 'timeGridWeek', day: 'timeGridDay' } as const;

const toneColors: Record<Tone, { color: string; contrastColor: string }> = {
  neutral: { color: 'var(--raised)', contrastColor: 'var(--ink)' },
  info: { color: 'var(--info-soft)', contrastColor: 'var(--info)' },
  good: { color: 'var(--good-soft)', contrastColor: 'var(--good)' },
  warning: { color: 'var(--warning-soft)', contrastColor: 'var(--warning)' },
  unsure: { color: 'var(--unsure-soft)', contrastColor: 'var(--unsure)' },
  bad: { color: 'var(--bad-soft)', contrastColor: 'var(--bad)' },
};

export interface HoursGridProps extends GridProps {
  view: keyof typeof libraryViews;
  day: string;
  zone: string;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  isLoading: boolean;
}

/** Marks the date of today more clearly than the background of its column does. */
const todayClass = 'rounded-full bg-accent px-0! font-semibold text-on-accent';

const fixed = {
  plugins,
  headerToolbar: false,
  height: '100%',
  expandRows: true,
  views: { [libraryViews.day]: { eventMaxStack: tilesBesideMaxOfDay } },
  allDaySlot: false,
  timedText: t('hours'),
  nowIndicator: true,
  eventMaxStack: tilesBesideMax,
  moreLinkInnerClass: 'min-h-6 leading-6',
  moreLinkText: (count: number) => t('countMore', { count }),
  moreLinkHint: (count: number) => t('showCountMorePosts', { count }),
  closeHint: common('close'),
  slotEventOverlap: false,
  defaultTimedEventDuration: tileDuration,
  // A post in the last hour of a day does not appear on the next day, too.
  nextDayThreshold: tileDuration,
  eventDisplay: 'block',
  eventOrder: 'start,id',
  eventDurationEditable: false,
  eventInteractive: true,
  dragRevertDuration: 0,
  dayLaneClass: ({ isPast }: { isPast: boolean }): string => (isPast ? 'bg-canvas' : ''),
} as const;

/**
 * Shows the hours of a week or a day with their posts. The posts are passed in and never stored here, so that the
 * calendar library cannot keep an outdated position.
 */
export function HoursGrid(props: HoursGridProps) {
  const { view, day, zone, firstDayOfWeek, tiles, isLoading, isWriter, onEmpty } = props;
  const frame = useRef<HTMLDivElement>(null);
  const calendar = useRef<CalendarRef>(null);
  const wanted = libraryViews[view];
  // This runs before the browser paints, because otherwise the new posts would first be drawn in the old days.
  useLayoutEffect(() => {
    calendar.current?.getApi().changeView(wanted, day);
  }, [wanted, day]);
  useLayoutEffect(() => makeScrollable(frame.current));
  const dragRules = useDragRules(props);
  const latest = useLatest(props);
  const settle = (): void => {
    calendar.current?.getApi().scrollToTime(scrollTimeOf(latest.current, lastTopOf(frame.current)));
    makeScrollable(frame.current);
  };
  useOnceRead(isLoading, settle);
  const events = useMemo(
    () => tiles.map((tile) => eventOf(tile, { zone, isWriter })),
    [tiles, zone, isWriter],
  );
  return (
    <div ref={frame} className="h-full">
      <FullCalendar
        ref={calendar}
        {...fixed}
        {...dragRules}
        initialView={wanted}
        initialDate={day}
        scrollTime={scrollTimeOf(props)}
        moreLinkClick={({ date, view: shown }) => {
          if (shown.type === libraryViews.day) return 'popover';
          props.onDay(dayOf(date.toISOString(), zone));
          return libraryViews.day;
        }}
        timeZone={zone}
        locale={userLocale}
        firstDay={firstDayOfWeek % daysOfWeek}
        datesSet={() => afterDrawing(settle)}
        dayHeaderContent={WeekDay}
        events={events}
        eventContent={({ event }) => contentOf(event, props)}
        eventDidMount={({ el, event }) => {
          el.dataset['post'] = event.id;
        }}
        eventClick={({ event }: EventClickInfo) => props.onOpen(tileOf(event))}
        dateClick={({ dateStr }) => {
          if (isWriter) onEmpty(placeOf(dateStr, zone));
        }}
        droppable={isWriter}
        eventReceive={({ event, revert }) => {
          const { id, startStr } = event;
          revert();
          props.onReceive(id, placeOf(startStr, zone));
        }}
      />
    </div>
  );
}

/** The value of the last drawing, for a frame that comes later: the tiles may have changed it meanwhile. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Tiles that are read later may change the hour at the top. Afterwards, only the user scrolls. */
function useOnceRead(isLoading: boolean, settle: () => void): void {
  const settleNow = useEffectEvent(settle);
  useLayoutEffect(() => {
    if (!isLoading) settleNow();
  }, [isLoading]);
}

/**
 * Makes the hours scrollable with the keyboard, even if there is no post that could get the focus. The header of the
 * row gets the focus, because in a table the scrolling element itself cannot.
 */
function makeScrollable(calendar: HTMLElement | null): void {
  const header = calendar?.querySelector<HTMLElement>('[role=rowheader]:not([tabindex])');
  if (header !== null && header !== undefined) header.tabIndex = 0;
}

/** Returns the content of a tile. A draft that is dragged in from the tray has only a title. */
const contentOf = (event: EventApi, { zone }: HoursGridProps): ReactNode =>
  isTile(event) ? <TileContent tile={tileOf(event)} zone={zone} /> : event.title;

/** Returns the rules for dragging: a post moves to the hour under the pointer, and never to the past. */
function useDragRules({ onDrop }: HoursGridProps) {
  // Whether the position under the pointer is in the past, and so refused.
  const isRefused = useRef(false);
  return {
    eventDragStart: () => {
      isRefused.current = false;
    },
    eventAllow: ({ start }: { start: Date }, event: EventApi | null) => {
      // Allows drafts from the tray, which are checked when they are dropped.
      if (event === null || !isTile(event)) return true;
      isRefused.current = start.getTime() <= Date.now();
      return !isRefused.current;
    },
    eventDragStop: () => {
      if (isRefused.current) showToast(t('cannotMoveToPast'), 'warning');
    },
    eventDrop: ({ event, revert }: EventDropInfo) => {
      const at = event.start?.toISOString();
      const tile = tileOf(event);
      revert();
      if (at !== undefined && at !== tile.at) onDrop(tile, at);
    },
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

/** Waits for the next frame, because the library reports new dates before it has drawn the days. */
function afterDrawing(then: () => void): void {
  requestAnimationFrame(then);
}

/** Returns the last hour that can be at the top, because the day ends at the bottom then. */
function lastTopOf(calendar: HTMLElement | null): number {
  let hours = calendar?.querySelector('[role=rowheader]') ?? null;
  while (hours !== null && getComputedStyle(hours).overflowY === 'visible') hours = hours.parentElement;
  return hours === null ? hoursOfDay : Math.floor(hoursOfDay * (1 - hours.clientHeight / hours.scrollHeight));
}

/**
 * Returns the time at the top of the week and day views: a little before now, or the morning of other days. It is not
 * after `last`.
 */
function scrollTimeOf({ view, day, zone, firstDayOfWeek, tiles }: HoursGridProps, last = hoursOfDay): string {
  const { first, end } = rangeOf({ view, day, isDayChosen: true }, firstDayOfWeek);
  const [today = '', time = ''] = wallClockOf(new Date().toISOString(), zone).split('T');
  const isNow = first <= today && today < end;
  const usual = isNow ? Math.max(0, hourIn(time) - hoursBeforeNow) : firstHour;
  const hour = firstUncut(
    Math.min(usual, last),
    tiles.map(({ at }) => wallClockOf(at, zone).split('T')[1] ?? ''),
  );
  return `${String(hour).padStart(2, '0')}:00`;
}

const hourIn = (time: string): number => Number(time.slice(0, 'HH'.length));

function placeOf(dateText: string, zone: string): { day: string; time: string } {
  const [day = '', time = ''] = wallClockOf(dateText, zone).split('T');
  return { day, time };
}

const isTile = (event: Pick<EventApi, 'extendedProps'>): boolean => event.extendedProps['tile'] !== undefined;

/** Returns the tile of an event. The library returns `extendedProps` unchanged, but types its values as unknown. */
const tileOf = (event: Pick<EventApi, 'extendedProps'>): Tile => event.extendedProps['tile'] as Tile;

function eventOf(tile: Tile, { zone, isWriter }: Pick<HoursGridProps, 'zone' | 'isWriter'>): EventInput {
  return {
    id: tile.id,
    start: tile.at,
    end: endOfTile(tile.at, zone),
    title: spokenName(tile, zone),
    startEditable: isWriter && isMovable(tile),
    ...toneColors[shownStateLabels[tile.shown].tone],
    extendedProps: { tile },
  };
}
