import { useMemo } from 'react';
import { zonesWith } from '../../lib/date-fields.js';
import { localTimeZone } from '../../lib/dates.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ClockChangeNote } from '../../ui/clock-change-note.js';
import { ComboboxField } from '../../ui/combobox.js';
import { DateTime } from '../../ui/date-time.js';
import { DateField, TimeField } from '../../ui/date-field.js';
import { wantedAt, type Draft } from './draft.js';
import type { Form } from './form.js';

/** The fields for the time of publishing. Loaded only when they are opened, because the list of time zones is large. */
export function TimeFields(props: { form: Form; timed: Draft; onDone: () => void }) {
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
      <DateField label={t('date')} value={timed.date} onValue={(date) => set({ date })} />
      <TimeField label={t('time')} value={timed.time} onValue={(time) => set({ time })} />
      <ComboboxField
        label={t('timeZone')}
        choices={zones}
        value={draft.timezone}
        onValue={(timezone) => form.update((current) => ({ ...current, timezone }))}
      />
      <ClockChangeNote clock={draft} at={at} timeZone={draft.timezone} />
      {at !== null && draft.timezone !== localTimeZone() && (
        <p className="text-sm text-muted">{t.rich('inYourZone', { time: () => <DateTime at={at} /> })}</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!isOpen && (
          <Button onClick={() => form.update((current) => ({ ...current, date: '', time: '' }))}>
            {t('clearTime')}
          </Button>
        )}
        <Button look="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
