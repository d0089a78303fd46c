import { useNavigate } from '@tanstack/react-router';
import { useWorkspaces } from '../api/session.js';
import { roleLabels } from '../lib/labels.js';
import { SelectField } from '../ui/field.js';
import { useShownWorkspaceId } from './last-workspace.js';

/** Lets the user choose a workspace. It is part of the URL, so that each tab can show a different one. */
export function WorkspaceSwitcher() {
  const workspaces = useWorkspaces();
  const navigate = useNavigate();
  const workspaceId = useShownWorkspaceId();
  const here = workspaces.find(({ id }) => id === workspaceId);
  if (workspaces.length === 0) return null;
  return (
    <SelectField
      label="Workspace"
      hint={here === undefined ? undefined : `Your role: ${roleLabels[here.role].toLowerCase()}`}
      value={here?.id ?? ''}
      choices={[
        ...(here !== undefined ? [] : [{ value: '', label: 'Choose a workspace' }]),
        ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onValue={(id) => {
        if (id !== '') void navigate({ to: `/w/${id}` });
      }}
    />
  );
}
