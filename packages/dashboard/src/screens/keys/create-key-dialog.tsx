import { useState } from 'react';
import { newIdempotencyKey } from '../../api/client.js';
import { detailFor } from '../../api/errors.js';
import { useWorkspaces } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { SecretShown, shownOnce } from '../../ui/secret-shown.js';
import { useCreateApiKey, type CreatedApiKey } from './api.js';

const nameCharsMax = 100;

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      kept={created !== null}
      title={created === null ? 'Create an API key' : 'Your new API key'}
      description={created === null ? undefined : shownOnce}
    >
      {created === null ? (
        <CreateKeyForm onCreated={setCreated} onClose={onClose} />
      ) : (
        <SecretShown label={`Key “${created.name}”`} secret={created.key} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const here = useWorkspace().id;
  const [name, setName] = useState('');
  const [mode, setMode] = useState<'full' | 'scoped'>('scoped');
  const [picked, setPicked] = useState<readonly string[]>([here]);
  // The idempotency key stays the same for the same input, so that sending it repeatedly creates only one API key.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const creating = useCreateApiKey();
  const submit = async (): Promise<void> => {
    if (creating.isPending) return;
    const scope = mode === 'full' ? { mode } : { mode, workspaceIds: [...picked] };
    onCreated(await creating.mutateAsync({ body: { name, ...scope }, idempotencyKey }));
  };
  // Changed input is a different request, so it needs a new idempotency key.
  const change = (apply: () => void): void => {
    apply();
    setIdempotencyKey(newIdempotencyKey());
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Ignores the error here, because the form shows it.
        submit().catch(() => undefined);
      }}
    >
      <TextField
        label="Name"
        hint="For example, the name of the app that will use it."
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(creating.error, 'name')}
        onChange={(event) => change(() => setName(event.target.value))}
      />
      <ScopeFields
        mode={mode}
        onMode={(value) => change(() => setMode(value))}
        picked={picked}
        onPicked={(ids) => change(() => setPicked(ids))}
      />
      <ErrorNote error={creating.error} fields={['name']} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={creating.isPending}>
          Create
        </Button>
      </DialogActions>
    </form>
  );
}

function ScopeFields(props: {
  mode: 'full' | 'scoped';
  onMode: (mode: 'full' | 'scoped') => void;
  picked: readonly string[];
  onPicked: (ids: readonly string[]) => void;
}) {
  const { mode, onMode, picked, onPicked } = props;
  const workspaces = useWorkspaces();
  const isLast = (id: string): boolean => picked.length === 1 && picked[0] === id;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Access</legend>
      {(['scoped', 'full'] as const).map((value) => (
        <ChoiceBox
          key={value}
          type="radio"
          name="mode"
          checked={mode === value}
          label={value === 'full' ? 'All of my workspaces, including future ones' : 'Only these workspaces'}
          onChange={() => onMode(value)}
        />
      ))}
      {mode === 'scoped' && (
        <div className="flex max-h-48 flex-col overflow-auto pl-7">
          {workspaces.map(({ id, name }) => (
            <ChoiceBox
              key={id}
              label={name}
              checked={picked.includes(id)}
              disabled={isLast(id)}
              onChange={(event) =>
                onPicked(event.target.checked ? [...picked, id] : picked.filter((one) => one !== id))
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
