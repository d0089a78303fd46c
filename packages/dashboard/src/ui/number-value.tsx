import { userLocale } from '../lib/language.js';

const format = new Intl.NumberFormat(userLocale);

/**
 * Shows a number of a post. An unknown number is shown as a dash, with the reason as its name and tooltip. With
 * `quiet`, which is for tables, only screen readers get the reason.
 */
export function NumberValue(props: { value: number | null; missing: string; quiet?: boolean }) {
  const { value, missing, quiet = false } = props;
  if (value !== null) return <span className="tabular-nums">{format.format(value)}</span>;
  if (quiet) return <span className="sr-only">{missing}</span>;
  return (
    <span title={missing} className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{missing}</span>
    </span>
  );
}
