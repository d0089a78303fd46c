import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkPost } from '../../lib/bulk-actions.js';
import { wallClockOf } from '../../lib/date-fields.js';
import { formatTypedTime } from '../../lib/typed-dates.js';
import { t } from '../../messages/bulk.js';
import { Dialog } from '../dialog.js';
import { DateField } from '../date-field.js';
import { ChoiceBox, TextField } from '../field.js';
import { DialogForm } from '../form.js';
import { keepLastTimes, lastTimes } from './last-times.js';
import { parseTimes, type Slots } from './slots.js';

const daysMax = 1_830;
const timesCharsMax = 200;
const usualTimes = ['09:00', '13:00', '17:30'];
const idle = { isPending: false, error: null };
const ways = ['byDays', 'toDay', 'toTimes'] as const;

/** The target that the user has chosen for the posts. */
export type Wanted = { days: number } | { day: string } | { slots: Slots };

interface MoveDialogProps {
  title: string;
  posts: readonly BulkPost[];
  zone: string;
  children: ReactNode;
  onClose: () => void;
  onMove: (to: Wanted) => void;
}

/** Asks by how many days, to which day, or to which times posts are moved. */
export function MoveDialog({ title, posts, zone, children, onClose, onMove }: MoveDialogProps) {
  const { id, requireApproval } = useWorkspace();
  const [way, setWay] = useState<(typeof ways)[number]>('byDays');
  const [days, setDays] = useState('1');
  const [day, setDay] = useState(() => wallClockOf(posts[0]?.at ?? new Date().toISOString(), zone).date);
  const [typed, setTyped] = useState(
    () => lastTimes(id) || usualTimes.map((time) => formatTypedTime(time)).join(', '),
  );
  const [isWrong, setWrong] = useState(false);
  const submit = (): Promise<void> => {
    const times = parseTimes(typed);
    if (way !== 'toTimes') onMove(way === 'toDay' ? { day } : { days: Number(days) });
    else if (times === null) setWrong(true);
    else {
      keepLastTimes(id, typed);
      onMove({ slots: { day, times } });
    }
    return Promise.resolve();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm action={t('move.action')} sending={idle} onSubmit={submit} onCancel={onClose}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{t('move.how')}</legend>
          {ways.map((one) => (
            <ChoiceBox
              key={one}
              type="radio"
              name="move"
              label={t(`move.${one}`)}
              checked={way === one}
              onChange={() => setWay(one)}
            />
          ))}
        </fieldset>
        {way === 'byDays' ? (
          <DaysField value={days} onValue={setDays} />
        ) : (
          <DateField
            label={t(way === 'toDay' ? 'move.day' : 'move.fromDay')}
            required
            hint={zone}
            value={day}
            onValue={setDay}
          />
        )}
        {way === 'toTimes' && (
          <TimesField value={typed} error={isWrong ? t('move.timesWrong') : undefined} onValue={setTyped} />
        )}
        {way === 'toTimes' ? <p className="text-muted">{t('move.timesEffect')}</p> : children}
        {requireApproval && <p className="text-sm text-muted">{t('move.approvalHint')}</p>}
      </DialogForm>
    </Dialog>
  );
}

interface FieldProps {
  value: string;
  error?: string | undefined;
  onValue: (value: string) => void;
}

function DaysField({ value, onValue }: FieldProps) {
  return (
    <TextField
      label={t('move.days')}
      type="number"
      required
      min={-daysMax}
      max={daysMax}
      hint={t('move.daysHint')}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function TimesField({ value, error, onValue }: FieldProps) {
  return (
    <TextField
      label={t('move.times')}
      required
      maxLength={timesCharsMax}
      hint={t('move.timesHint')}
      error={error}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
