import { useState } from 'react';
import { newIdempotencyKey } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { shownOnce } from '../../ui/secret-shown.js';
import { useCreateEndpoint } from './api.js';
import { bodyOf, draftOf, EndpointFields, isComplete } from './endpoint-fields.js';
import { SigningSecret } from './signing-secret.js';

export function CreateEndpointDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      kept={secret !== null}
      title={secret === null ? 'Add an endpoint' : 'Endpoint secret'}
      description={secret === null ? undefined : shownOnce}
    >
      {secret === null ? (
        <CreateForm onCreated={setSecret} onClose={onClose} />
      ) : (
        <SigningSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateForm({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(null));
  // The idempotency key stays the same for the same input, so that sending it repeatedly creates only one endpoint.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const creating = useCreateEndpoint();
  const create = async (): Promise<void> => {
    if (creating.isPending || !isComplete(draft)) return;
    onCreated((await creating.mutateAsync({ body: bodyOf(draft), idempotencyKey })).secret);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Ignores the error here, because the form shows it.
        create().catch(() => undefined);
      }}
    >
      <EndpointFields
        draft={draft}
        error={creating.error}
        onDraft={(next) => {
          setDraft(next);
          setIdempotencyKey(newIdempotencyKey());
        }}
      />
      <ErrorNote error={creating.error} fields={['url', 'description']} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={creating.isPending} disabled={!isComplete(draft)}>
          Add
        </Button>
      </DialogActions>
    </form>
  );
}
