import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { zonesWith } from '../../lib/date-fields.js';
import { localTimeZone } from '../../lib/dates.js';
import { Button } from '../../ui/button.js';
import { ClockChangeNote } from '../../ui/clock-change-note.js';
import { ComboboxField } from '../../ui/combobox.js';
import { DateTime } from '../../ui/date-time.js';
import { TextField } from '../../ui/field.js';
import { Popover } from '../../ui/popover.js';
import { wantedAt, type Draft } from './draft.js';
import type { Form } from './form.js';

interface WhenFieldProps {
  form: Form;
  /** The draft with the time at which Schedule would plan it. */
  timed: Draft;
  open: boolean;
  onOpen: (isOpen: boolean) => void;
}

/**
 * A button that shows the time of publishing, with the fields for it. Without a time, it shows the next free full hour,
 * which only Schedule uses: a draft that is saved without a time is not on the calendar.
 */
export function WhenField({ form, timed, open, onOpen }: WhenFieldProps) {
  const { draft } = form;
  const isOpen = draft.date === '' && draft.time === '';
  return (
    <Popover
      label="Publishing time"
      open={open}
      onOpen={onOpen}
      className="w-80"
      trigger={
        <Button>
          <CalendarClock className="size-4.5 text-muted" />
          <span>
            <span className="sr-only">When: </span>
            {isOpen && <span className="font-normal text-muted">Next free hour: </span>}
            <Shown timed={timed} />
          </span>
        </Button>
      }
    >
      <TimeFields form={form} timed={timed} onDone={() => onOpen(false)} />
    </Popover>
  );
}

function Shown({ timed }: { timed: Draft }) {
  const at = wantedAt(timed);
  if (at === null) return 'Choose a date and a time';
  const isElsewhere = timed.timezone !== localTimeZone();
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timed.timezone,
    ...(isElsewhere && { timeZoneName: 'short' }),
  }).format(new Date(at));
}

function TimeFields(props: { form: Form; timed: Draft; onDone: () => void }) {
  const { form, timed, onDone } = props;
  const { draft } = form;
  const at = wantedAt(draft);
  const zones = useMemo(
    () => zonesWith(draft.timezone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [draft.timezone],
  );
  // The first change of one field takes over the suggested value of the other.
  const set = (changes: Partial<Pick<Draft, 'date' | 'time'>>): void =>
    form.update((current) => ({
      ...current,
      ...(current.date === '' && current.time === '' && { date: timed.date, time: timed.time }),
      ...changes,
    }));
  const isOpen = draft.date === '' && draft.time === '';
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Date"
        type="date"
        value={timed.date}
        onChange={({ target }) => set({ date: target.value })}
      />
      <TextField
        label="Time"
        type="time"
        value={timed.time}
        onChange={({ target }) => set({ time: target.value })}
      />
      <ComboboxField
        label="Time zone"
        choices={zones}
        value={draft.timezone}
        onValue={(timezone) => form.update((current) => ({ ...current, timezone }))}
      />
      <ClockChangeNote clock={draft} at={at} timeZone={draft.timezone} />
      {at !== null && draft.timezone !== localTimeZone() && (
        <p className="text-sm text-muted">
          That is <DateTime at={at} /> your time.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!isOpen && (
          <Button onClick={() => form.update((current) => ({ ...current, date: '', time: '' }))}>
            Clear date and time
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
