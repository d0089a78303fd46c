import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWorkspaces } from '../api/session.js';
import { WorkspaceProvider } from '../api/workspace.js';
import { WorkspaceNotFound } from './fault-screens.js';
import { keepLastWorkspace } from './last-workspace.js';

/** Shows the screens of the workspace in the URL, or an error if it is not one of the user's. */
export function WorkspaceFrame() {
  const { workspaceId = '' }: { workspaceId?: string } = useParams({ strict: false });
  const workspace = useWorkspaces().find(({ id }) => id === workspaceId);
  const isKnown = workspace !== undefined;
  useEffect(() => {
    if (isKnown) keepLastWorkspace(workspaceId);
  }, [isKnown, workspaceId]);
  if (workspace === undefined) return <WorkspaceNotFound />;
  // The key discards all state when the workspace changes, so that typed text does not carry over.
  return (
    <WorkspaceProvider key={workspace.id} workspace={workspace}>
      <Outlet />
    </WorkspaceProvider>
  );
}
