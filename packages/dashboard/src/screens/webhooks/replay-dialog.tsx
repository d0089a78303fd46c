import { useState } from 'react';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/webhooks.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { useReplay } from './api.js';

const hourMs = 60 * 60_000;
const spans = [
  { value: String(hourMs), label: t('theLastHour') },
  { value: String(24 * hourMs), label: t('theLastDay') },
  { value: String(7 * 24 * hourMs), label: t('theLastWeek') },
  { value: String(30 * 24 * hourMs), label: t('everything30Days') },
];

export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [spanMs, setSpanMs] = useState(spans[1]?.value ?? '0');
  const replaying = useReplay(endpointId);
  const replay = async (): Promise<void> => {
    const since = new Date(Date.now() - Number(spanMs)).toISOString();
    const { replayed, hasMore } = await replaying.mutateAsync(since);
    showToast(
      replayed === 0
        ? t('nothingToResendNoEvents')
        : t(hasMore ? 'resendingAndThereAreMore' : 'resendingEvents', { count: replayed }),
      hasMore ? 'warning' : 'good',
    );
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('resendFailedEvents')}
      description={t('sendsEveryFailedEventAgain')}
    >
      <DialogForm action={t('resend')} sending={replaying} onSubmit={replay} onCancel={onClose}>
        <SelectField label={t('from')} choices={spans} value={spanMs} onValue={setSpanMs} />
      </DialogForm>
    </Dialog>
  );
}
