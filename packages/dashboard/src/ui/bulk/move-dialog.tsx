import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../api/workspace.js';
import type { BulkPost } from '../../lib/bulk-actions.js';
import { wallClockOf } from '../../lib/date-fields.js';
import { t } from '../../messages/bulk.js';
import { Dialog } from '../dialog.js';
import { DateField } from '../date-field.js';
import { ChoiceBox, TextField } from '../field.js';
import { DialogForm } from '../form.js';

const daysMax = 1_830;
const idle = { isPending: false, error: null };

interface MoveDialogProps {
  title: string;
  posts: readonly BulkPost[];
  zone: string;
  children: ReactNode;
  onClose: () => void;
  onMove: (to: { days: number } | { day: string }) => void;
}

/** Asks by how many days, or to which day, posts are moved. */
export function MoveDialog({ title, posts, zone, children, onClose, onMove }: MoveDialogProps) {
  const { requireApproval } = useWorkspace();
  const [isToDay, setToDay] = useState(false);
  const [days, setDays] = useState('1');
  const [day, setDay] = useState(() => wallClockOf(posts[0]?.at ?? new Date().toISOString(), zone).date);
  const submit = (): Promise<void> => {
    onMove(isToDay ? { day } : { days: Number(days) });
    return Promise.resolve();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm action={t('move.action')} sending={idle} onSubmit={submit} onCancel={onClose}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{t('move.how')}</legend>
          <ChoiceBox
            type="radio"
            name="move"
            label={t('move.byDays')}
            checked={!isToDay}
            onChange={() => setToDay(false)}
          />
          <ChoiceBox
            type="radio"
            name="move"
            label={t('move.toDay')}
            checked={isToDay}
            onChange={() => setToDay(true)}
          />
        </fieldset>
        {isToDay ? (
          <DateField label={t('move.day')} required hint={zone} value={day} onValue={setDay} />
        ) : (
          <TextField
            label={t('move.days')}
            type="number"
            required
            min={-daysMax}
            max={daysMax}
            hint={t('move.daysHint')}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        )}
        {children}
        {requireApproval && <p className="text-sm text-muted">{t('move.approvalHint')}</p>}
      </DialogForm>
    </Dialog>
  );
}
