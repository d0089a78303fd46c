interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValue: (value: Value) => void;
}

/** A row of joined buttons, of which one is pressed: a few ways to show the same content. */
export function Segments<Value extends string>({ label, choices, value, onValue }: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex gap-0.5 rounded-md border border-line bg-raised p-0.5"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className="min-h-7.5 rounded-sm px-3 text-sm font-medium text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card pointer-coarse:min-h-10"
          onClick={() => onValue(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
