import type { MetricName } from '../../../../../src/domain/metric-names.js';
import type { Result } from '../../api/results.js';
import { userLocale } from '../../lib/language.js';
import { missingText, nameOfNumber } from '../../lib/numbers.js';
import type { Platform } from '../../lib/platform-looks.js';
import { t } from '../../messages/results.js';
import { NumberValue } from '../../ui/number-value.js';
import type { Day } from './by-day.js';

interface ChartProps {
  /** The whole chart in words, for people who do not see it. */
  title: string;
  days: readonly Day<Result>[];
  name: MetricName;
  platform: Platform;
}

/** The height of the drawing, which is stretched to its place. A day is 1 wide. */
const height = 100;
/** A 0 is a thin line, so that it differs from a day without a number. */
const heightMin = 1;
/** With more days, there is no room for the name of each, and bars are wider in their places. */
const namedDaysMax = 7;
const barWidthOf = (days: number): number => (days > namedDaysMax ? 0.7 : 0.4);

const number = new Intl.NumberFormat(userLocale);
const weekday = new Intl.DateTimeFormat(userLocale, { weekday: 'short' });
const shortDay = new Intl.DateTimeFormat(userLocale, { month: 'short', day: 'numeric' });
const longDay = new Intl.DateTimeFormat(userLocale, { weekday: 'short', month: 'short', day: 'numeric' });

/** Bars, one for each day. The same numbers are in a table, for those who do not see them. */
export function DayChart({ title, days, name, platform }: ChartProps) {
  const top = Math.max(1, ...days.map(({ value }) => value ?? 0));
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-muted tabular-nums">
        <span aria-hidden className="flex flex-col items-end justify-between">
          <span>{number.format(top)}</span>
          <span>0</span>
        </span>
        <svg
          role="img"
          aria-label={title}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          className="h-40 w-full border-t border-b border-t-line border-b-edge"
        >
          {days.map((day, index) => (
            <Bar
              key={day.begin.toISOString()}
              day={day}
              left={index}
              width={barWidthOf(days.length)}
              top={top}
              platform={platform}
            />
          ))}
        </svg>
        <DayNames days={days} />
      </div>
      <DayTable title={title} days={days} name={name} platform={platform} />
    </>
  );
}

interface BarProps {
  day: Day<Result>;
  left: number;
  width: number;
  top: number;
  platform: Platform;
}

/** The bar of a day. Pointing at the column of the day shows its number. */
function Bar({ day, left, width, top, platform }: BarProps) {
  const { value, begin } = day;
  const barHeight = value === null ? 0 : Math.max(heightMin, (value / top) * height);
  const words = value === null ? missingOn(day, platform) : number.format(value);
  return (
    <g>
      <title>{`${longDay.format(begin)}: ${words}`}</title>
      <rect x={left} width={1} height={height} className="fill-transparent hover:fill-raised" />
      <rect
        x={left + (1 - width) / 2}
        y={height - barHeight}
        width={width}
        height={barHeight}
        className="pointer-events-none fill-accent"
      />
    </g>
  );
}

function missingOn({ posts: [first] }: Day<Result>, platform: Platform): string {
  return first === undefined ? t('noPostsThen') : missingText(first.numbers, platform);
}

function DayNames({ days }: Pick<ChartProps, 'days'>) {
  const isEach = days.length <= namedDaysMax;
  const middle = Math.floor(days.length / 2);
  const named = isEach ? days : days.filter((_, index) => [0, middle, days.length - 1].includes(index));
  return (
    <span aria-hidden className={`col-start-2 flex ${isEach ? '' : 'justify-between'}`}>
      {named.map(({ begin }) => (
        <span key={begin.toISOString()} className={isEach ? 'flex-1 text-center' : ''}>
          {(isEach ? weekday : shortDay).format(begin)}
        </span>
      ))}
    </span>
  );
}

function DayTable({ title, days, name, platform }: ChartProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{nameOfNumber(name)}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ posts }) => posts.length > 0)
            .map((day) => (
              <tr key={day.begin.toISOString()}>
                <th scope="row">{longDay.format(day.begin)}</th>
                <td>
                  <NumberValue value={day.value} missing={missingOn(day, platform)} quiet />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
