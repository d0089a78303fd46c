import { formatDay } from '../../lib/dates.js';
import { nameOfNumber, reportedNames } from '../../lib/numbers.js';
import { t } from '../../messages/numbers.js';
import type { TargetNumbers } from './numbers-api.js';

const width = 240;
const height = 40;
/** Half the width of the line, which is otherwise cut off at the edges. */
const edge = 2;

interface Point {
  at: string;
  value: number;
}

/** A small line of the first number that the platform reports, from the first reading to the last. */
export function NumberLine({ history }: Pick<TargetNumbers, 'history'>) {
  const [name] = reportedNames(history.map(({ values }) => values));
  if (name === undefined) return null;
  const points = history.flatMap(({ measuredAt, values }) => {
    const value = values[name];
    return value === null ? [] : [{ at: measuredAt, value }];
  });
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const label = t('line', {
    name: nameOfNumber(name),
    first: first.value,
    from: formatDay(first.at),
    last: last.value,
    to: formatDay(last.at),
  });
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-10 w-full text-accent"
      >
        <polyline
          points={lineOf(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth={edge}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption aria-hidden className="text-sm text-muted">
        {label}
      </figcaption>
    </figure>
  );
}

/** The line begins at 0 below, so that a small change does not look like a large one. */
function lineOf(points: readonly Point[]): string {
  const times = points.map(({ at }) => Date.parse(at));
  const begin = Math.min(...times);
  const lengthMs = Math.max(1, Math.max(...times) - begin);
  const top = Math.max(1, ...points.map(({ value }) => value));
  return points
    .map(({ value }, index) => {
      const x = (((times[index] ?? begin) - begin) / lengthMs) * width;
      const y = height - edge - (value / top) * (height - 2 * edge);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
