import { useState } from 'react';
import { showToast } from '../../lib/toasts.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { useReplay } from './api.js';

const hourMs = 60 * 60_000;
const spans = [
  { value: String(hourMs), label: 'The last hour' },
  { value: String(24 * hourMs), label: 'The last day' },
  { value: String(7 * 24 * hourMs), label: 'The last week' },
  { value: String(30 * 24 * hourMs), label: 'Everything (30 days)' },
];

export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [spanMs, setSpanMs] = useState(spans[1]?.value ?? '0');
  const replaying = useReplay(endpointId);
  const replay = async (): Promise<void> => {
    const since = new Date(Date.now() - Number(spanMs)).toISOString();
    const { replayed, hasMore } = await replaying.mutateAsync(since);
    showToast(
      replayed === 0
        ? 'Nothing to resend: no events have failed'
        : `Resending ${replayed === 1 ? '1 event' : `${replayed} events`}${hasMore ? '. There are more: resend again' : ''}`,
      hasMore ? 'warning' : 'good',
    );
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Resend failed events"
      description="Sends every failed event again, oldest first, with its original ID and content."
    >
      <DialogForm action="Resend" sending={replaying} onSubmit={replay} onCancel={onClose}>
        <SelectField label="From" choices={spans} value={spanMs} onValue={setSpanMs} />
      </DialogForm>
    </Dialog>
  );
}
