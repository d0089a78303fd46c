/** A progress bar with a label for screen readers and the percentage beside it as text. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const share = max === 0 ? 1 : Math.min(value / max, 1);
  const percent = Math.floor(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 min-w-16 flex-1 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span className="text-sm tabular-nums">{percent}%</span>
    </div>
  );
}
