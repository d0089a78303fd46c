import { userLocale } from '../lib/language.js';

const format = new Intl.NumberFormat(userLocale);

/** Shows a number of a post. A number that is not known is a dash, with the reason as its name and tooltip. */
export function NumberValue({ value, missing }: { value: number | null; missing: string }) {
  if (value !== null) return <span className="tabular-nums">{format.format(value)}</span>;
  return (
    <span title={missing} className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{missing}</span>
    </span>
  );
}
