import { useState } from 'react';
import { showToast } from '../../lib/toasts.js';
import { t } from '../../messages/webhooks.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/form.js';
import { useUpdateEndpoint, type Endpoint } from './api.js';
import { bodyOf, draftOf, EndpointFields, isComplete } from './endpoint-fields.js';

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const updating = useUpdateEndpoint(endpoint.id);
  const save = async (): Promise<void> => {
    if (!isComplete(draft)) return;
    await updating.mutateAsync(bodyOf(draft));
    showToast(t('saved'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t('editEndpoint')}>
      <DialogForm
        action={t('save')}
        sending={updating}
        fields={['url', 'description']}
        disabled={!isComplete(draft)}
        onSubmit={save}
        onCancel={onClose}
      >
        <EndpointFields draft={draft} onDraft={setDraft} error={updating.error} />
      </DialogForm>
    </Dialog>
  );
}
