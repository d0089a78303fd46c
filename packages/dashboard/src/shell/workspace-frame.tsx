import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWorkspaces } from '../api/session.js';
import { WorkspaceProvider } from '../api/workspace.js';
import { WorkspaceNotFound } from './fault-screens.js';
import { keepLastWorkspace } from './last-workspace.js';

/** Finds the workspace in the URL among those of the user. */
export function WorkspaceFrame() {
  const { workspaceId = '' }: { workspaceId?: string } = useParams({ strict: false });
  const workspace = useWorkspaces().find(({ id }) => id === workspaceId);
  const isKnown = workspace !== undefined;
  useEffect(() => {
    if (isKnown) keepLastWorkspace(workspaceId);
  }, [isKnown, workspaceId]);
  if (workspace === undefined) return <WorkspaceNotFound />;
  // The key discards all state when the workspace changes, so that nothing typed carries over.
  return (
    <WorkspaceProvider key={workspace.id} workspace={workspace}>
      <Outlet />
    </WorkspaceProvider>
  );
}
