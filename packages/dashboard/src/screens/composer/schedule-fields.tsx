import { useMemo } from 'react';
import { localTimeZone } from '../../lib/dates.js';
import { ClockChangeNote } from '../../ui/clock-change-note.js';
import { ComboboxField } from '../../ui/combobox.js';
import { DateTime } from '../../ui/date-time.js';
import { TextField } from '../../ui/field.js';
import { wantedAt, type Draft } from './draft.js';
import { saidOf, type Form } from './form.js';
import { Said } from './said.js';
import { zonesWith } from '../../lib/date-fields.js';

/** Fields for the time of publishing. A draft that is saved without a time is not on the calendar. */
export function ScheduleFields({ form }: { form: Form }) {
  const { draft } = form;
  const at = wantedAt(draft);
  const zones = useMemo(
    () => zonesWith(draft.timezone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [draft.timezone],
  );
  const set = (changes: Partial<Pick<Draft, 'date' | 'time' | 'timezone'>>): void =>
    form.update((current) => ({ ...current, ...changes }));
  const isElsewhere = draft.timezone !== localTimeZone();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-lg font-semibold">Publishing time</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Date"
          type="date"
          value={draft.date}
          onChange={({ target }) => set({ date: target.value })}
        />
        <TextField
          label="Time"
          type="time"
          value={draft.time}
          onChange={({ target }) => set({ time: target.value })}
        />
        <ComboboxField
          label="Time zone"
          choices={zones}
          value={draft.timezone}
          onValue={(timezone) => set({ timezone })}
        />
      </div>
      <ClockChangeNote clock={draft} at={at} timeZone={draft.timezone} />
      {at !== null && (
        <p className="text-sm text-muted">
          <DateTime at={at} timeZone={draft.timezone} />
          {isElsewhere && (
            <>
              , which is <DateTime at={at} /> your time
            </>
          )}
        </p>
      )}
      <Said {...saidOf(form, 'time')} />
    </fieldset>
  );
}
