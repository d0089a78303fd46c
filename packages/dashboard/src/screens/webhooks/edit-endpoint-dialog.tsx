import { useState } from 'react';
import { showToast } from '../../lib/toasts.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { useUpdateEndpoint, type Endpoint } from './api.js';
import { bodyOf, draftOf, EndpointFields, isComplete } from './endpoint-fields.js';

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const updating = useUpdateEndpoint(endpoint.id);
  const save = async (): Promise<void> => {
    if (updating.isPending || !isComplete(draft)) return;
    await updating.mutateAsync(bodyOf(draft));
    showToast('Saved');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Edit endpoint">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Ignores the error here, because the form shows it.
          save().catch(() => undefined);
        }}
      >
        <EndpointFields draft={draft} onDraft={setDraft} error={updating.error} />
        <ErrorNote error={updating.error} fields={['url', 'description']} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={updating.isPending} disabled={!isComplete(draft)}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
