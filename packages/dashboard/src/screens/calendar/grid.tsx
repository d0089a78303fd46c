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
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { showToast } from '../../lib/toasts.js';
import { wallClockOf } from '../../lib/wall-clock.js';
import { shownStateLabels } from '../../lib/labels.js';
import './calendar.css';
import type { Receive } from './beside-tray.js';
import { settleDayLinks, stepBetweenDays } from './day-links.js';
import { landingOf } from './landing.js';
import { dayOf } from './new-post-time.js';
import { pointerDragPlugin } from './pointer-drag.js';
import { todayIn } from './range.js';
import { PlatformMarks } from './platform-marks.js';
import { isMovable, nameOf, type Tile } from './tiles.js';
import { StateIcon } from './state-icon.js';
import { spokenName, timeOf, toneColors } from './labels.js';

const plugins = [dayGridPlugin, timeGridPlugin, pointerDragPlugin, themePlugin];
const tilesOfDayMax = 4;
const tilesBesideMax = 2;
/** The duration that gives a tile the height of two lines. */
const tileDuration = '01:00';
const scrolledTo = '07:00';
const daysOfWeek = 7;
const gridViews = { month: 'dayGridMonth', week: 'timeGridWeek' } as const;

export interface GridProps {
  view: keyof typeof gridViews;
  day: string;
  zone: string;
  firstDayOfWeek: number;
  tiles: readonly Tile[];
  /** Whether the user may write and move posts. */
  isWriter: boolean;
  onOpen: (tile: Tile) => void;
  onDrop: (tile: Tile, at: string) => void;
  onEmpty: (wallClock: { day: string; time?: string }) => void;
  onReceive: Receive;
}

/** Marks the date of today, because the background color of its cell is hardly visible. */
const todayClass = 'rounded-full bg-accent px-0! font-semibold text-on-accent';

const fixed = {
  plugins,
  headerToolbar: false,
  height: 'auto',
  fixedWeekCount: false,
  allDaySlot: false,
  nowIndicator: true,
  scrollTime: scrolledTo,
  dayMaxEvents: tilesOfDayMax,
  eventMaxStack: tilesBesideMax,
  moreLinkInnerClass: 'min-h-6 leading-6',
  moreLinkHint: (count: number) => `Show ${count} more posts`,
  slotEventOverlap: false,
  defaultTimedEventDuration: tileDuration,
  eventDisplay: 'block',
  eventOrder: 'start,id',
  eventDurationEditable: false,
  eventInteractive: true,
  dragRevertDuration: 0,
  dayCellTopInnerClass: ({ isToday }: { isToday: boolean }) =>
    `min-h-6 min-w-6 text-center leading-6 ${isToday ? todayClass : ''}`,
  navLinkHint: 'New post on $0',
} as const;

/**
 * Shows a month or a week. The posts are passed in and never stored here, so that the calendar library cannot keep an
 * outdated position.
 */
export function Grid(props: GridProps) {
  const { view, day, zone, firstDayOfWeek, tiles, isWriter, onEmpty } = props;
  const calendar = useRef<CalendarRef>(null);
  const wanted = gridViews[view];
  useEffect(() => {
    calendar.current?.getApi().changeView(wanted, day);
  }, [wanted, day]);
  const frame = useRef<HTMLDivElement>(null);
  const settleDays = (): void => settleDayLinks(frame.current, todayIn(zone));
  useLayoutEffect(settleDays);
  const dragRules = useDragRules(props);
  const events = useMemo(() => tiles.map((tile) => eventOf(tile, zone, isWriter)), [tiles, zone, isWriter]);
  return (
    // The days inside are links. This element handles their arrow keys.
    <div ref={frame} onKeyDown={stepBetweenDays} role="presentation">
      <FullCalendar
        ref={calendar}
        {...fixed}
        {...dragRules}
        initialView={wanted}
        initialDate={day}
        timeZone={zone}
        locale={navigator.language}
        firstDay={firstDayOfWeek % daysOfWeek}
        datesSet={() => {
          // Waits for the next frame, because the library reports new dates before it has drawn the days.
          requestAnimationFrame(settleDays);
        }}
        dayHeaderContent={view === 'week' ? WeekDay : undefined}
        events={events}
        // A draft that is dragged in from the tray has only a title.
        eventContent={({ event }) =>
          isTile(event) ? <TileContent tile={tileOf(event)} zone={zone} /> : event.title
        }
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
        navLinkDayClick={(date) => onEmpty({ day: dayOf(date.toISOString(), zone) })}
      />
    </div>
  );
}

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
      if (isRefused.current) showToast('A post cannot be rescheduled to the past', 'warning');
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
  const landing = landingOf(tile, at, { shownIn: zone, wholeDays: view.type === gridViews.month });
  if (landing !== tile.at) onDrop(tile, landing);
}

function placeOf(dateText: string, isWholeDay: boolean, zone: string): { day: string; time?: string } {
  if (isWholeDay) return { day: dateText };
  const [day = '', time = ''] = wallClockOf(dateText, zone).split('T');
  return { day, time };
}

const isTile = (event: Pick<EventApi, 'extendedProps'>): boolean => event.extendedProps['tile'] !== undefined;

/** Returns the tile of an event. The library returns `extendedProps` unchanged, but types its values as unknown. */
const tileOf = (event: Pick<EventApi, 'extendedProps'>): Tile => event.extendedProps['tile'] as Tile;

function eventOf(tile: Tile, zone: string, isWriter: boolean): EventInput {
  return {
    id: tile.id,
    start: tile.at,
    title: spokenName(tile, zone),
    startEditable: isWriter && isMovable(tile),
    ...toneColors[shownStateLabels[tile.shown].tone],
    extendedProps: { tile },
  };
}

function TileContent({ tile, zone }: { tile: Tile; zone: string }) {
  return (
    <span className="block min-h-6 overflow-hidden px-0.5 text-xs max-sm:px-0 max-sm:leading-4 max-sm:tracking-tighter">
      {/* In narrow cells the marks have a second line. */}
      <span className="flex min-h-6 flex-wrap items-center gap-x-1 max-sm:min-h-4">
        <span className="font-semibold whitespace-nowrap max-sm:font-normal max-sm:whitespace-normal">
          {timeOf(tile, zone)}
        </span>
        <StateIcon state={tile.shown} className="shrink-0 max-sm:hidden" />
        <span className="sr-only">, {shownStateLabels[tile.shown].label}: </span>
        <span className="max-sm:sr-only">
          <PlatformMarks tile={tile} />
        </span>
      </span>
      <span className="block truncate leading-4 max-sm:sr-only"> {nameOf(tile)}</span>
    </span>
  );
}
