import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWorkspaces } from '../api/session.js';
import { WorkspaceProvider } from '../api/workspace.js';
import { WorkspaceNotFound } from './fault-screens.js';
import { keepLastWorkspace } from './last-workspace.js';

/** Finds the workspace that the address names, among those of this person. */
export function WorkspaceFrame() {
  const { workspaceId = '' }: { workspaceId?: string } = useParams({ strict: false });
  const workspace = useWorkspaces().find(({ id }) => id === workspaceId);
  const isKnown = workspace !== undefined;
  useEffect(() => {
    if (isKnown) keepLastWorkspace(workspaceId);
  }, [isKnown, workspaceId]);
  if (workspace === undefined) return <WorkspaceNotFound />;
  // Another workspace is another world: nothing that was typed in one goes over into the other.
  return (
    <WorkspaceProvider key={workspace.id} workspace={workspace}>
      <Outlet />
    </WorkspaceProvider>
  );
}
