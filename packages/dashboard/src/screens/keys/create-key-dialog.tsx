import { useState } from 'react';
import { detailFor } from '../../api/errors.js';
import { useWorkspaces } from '../../api/session.js';
import { useWorkspace } from '../../api/workspace.js';
import { t } from '../../messages/keys.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { Dialog } from '../../ui/dialog.js';
import { ChoiceBox, TextField } from '../../ui/field.js';
import { DialogForm } from '../../ui/form.js';
import { SecretShown, shownOnce } from '../../ui/secret-shown.js';
import { useCreateApiKey, type CreatedApiKey } from './api.js';
import { LimitFields, limitsForApi, noLimits } from './limit-fields.js';

const nameCharsMax = 100;

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      kept={created !== null}
      title={created === null ? t('createAnApiKey') : t('yourNewApiKey')}
      description={created === null ? undefined : shownOnce}
    >
      {created === null ? (
        <CreateKeyForm onCreated={setCreated} onClose={onClose} />
      ) : (
        <SecretShown label={t('keyName', { name: created.name })} secret={created.key} onClose={onClose} />
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
  const [limits, setLimits] = useState(noLimits);
  const creating = useCreateApiKey();
  const submit = async (): Promise<void> => {
    const reach = mode === 'full' ? { mode } : { mode, workspaceIds: [...picked] };
    onCreated(await creating.mutateAsync({ name, ...reach, ...limitsForApi(limits) }));
  };
  return (
    <DialogForm
      action={t('create')}
      sending={creating}
      fields={['name']}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={t('name')}
        hint={t('forExampleTheNameOf')}
        required
        maxLength={nameCharsMax}
        value={name}
        error={detailFor(creating.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <WorkspaceFields mode={mode} onMode={setMode} picked={picked} onPicked={setPicked} />
      <LimitFields limits={limits} onLimits={setLimits} />
    </DialogForm>
  );
}

function WorkspaceFields(props: {
  mode: 'full' | 'scoped';
  onMode: (mode: 'full' | 'scoped') => void;
  picked: readonly string[];
  onPicked: (ids: readonly string[]) => void;
}) {
  const { mode, onMode, picked, onPicked } = props;
  const workspaces = useWorkspaces();
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{t('access')}</legend>
      {(['scoped', 'full'] as const).map((value) => (
        <ChoiceBox
          key={value}
          type="radio"
          name="mode"
          checked={mode === value}
          label={value === 'full' ? t('allOfMyWorkspacesIncluding') : t('onlyTheseWorkspaces')}
          onChange={() => onMode(value)}
        />
      ))}
      {mode === 'scoped' && (
        <div className="flex max-h-48 flex-col overflow-auto pl-7">
          <ChoiceBoxes
            choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            picked={picked}
            onPicked={onPicked}
            keepsOne
          />
        </div>
      )}
    </fieldset>
  );
}
