import { useState } from 'react';
import { t } from '../../messages/webhooks.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogForm } from '../../ui/form.js';
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
      title={secret === null ? t('addAnEndpoint') : t('endpointSecret')}
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
  const creating = useCreateEndpoint();
  const create = async (): Promise<void> => {
    if (isComplete(draft)) onCreated((await creating.mutateAsync(bodyOf(draft))).secret);
  };
  return (
    <DialogForm
      action={t('add')}
      sending={creating}
      fields={['url', 'description']}
      disabled={!isComplete(draft)}
      onSubmit={create}
      onCancel={onClose}
    >
      <EndpointFields draft={draft} error={creating.error} onDraft={setDraft} />
    </DialogForm>
  );
}
