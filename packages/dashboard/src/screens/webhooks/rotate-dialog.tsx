import { useState } from 'react';
import { newIdempotencyKey } from '../../api/client.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { SelectField } from '../../ui/field.js';
import { shownOnce } from '../../ui/secret-shown.js';
import { useRotateSecret } from './api.js';
import { SigningSecret } from './signing-secret.js';

const hourMs = 60 * 60_000;
const lives = [
  { value: String(24 * hourMs), label: 'One day' },
  { value: String(hourMs), label: 'One hour' },
  { value: String(7 * 24 * hourMs), label: 'One week' },
  { value: '0', label: 'No time: it has leaked' },
];

export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      kept={secret !== null}
      title={secret === null ? 'Create a new secret' : 'New secret'}
      description={secret === null ? undefined : shownOnce}
    >
      {secret === null ? (
        <RotateForm endpointId={endpointId} onRotated={setSecret} onClose={onClose} />
      ) : (
        <SigningSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

function RotateForm(props: { endpointId: string; onRotated: (secret: string) => void; onClose: () => void }) {
  const { endpointId, onRotated, onClose } = props;
  const [lifeMs, setLifeMs] = useState(lives[0]?.value ?? '0');
  // The idempotency key stays the same for the same input, so that a retry after a lost response creates no second
  // secret.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const rotating = useRotateSecret(endpointId);
  const rotate = async (): Promise<void> => {
    if (rotating.isPending) return;
    const body = { previousValidMs: Number(lifeMs) };
    onRotated((await rotating.mutateAsync({ body, idempotencyKey })).secret);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Ignores the error here, because the form shows it.
        rotate().catch(() => undefined);
      }}
    >
      <SelectField
        label="Keep the old secret valid for"
        choices={lives}
        value={lifeMs}
        onValue={(value) => {
          setLifeMs(value);
          setIdempotencyKey(newIdempotencyKey());
        }}
      />
      <ErrorNote error={rotating.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={rotating.isPending}>
          Create a new secret
        </Button>
      </DialogActions>
    </form>
  );
}
