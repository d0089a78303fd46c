import { createContext, use, type ReactNode } from 'react';
import type { Permission } from '../../../../src/domain/roles.js';
import { mayIn, type Workspace } from './session.js';

const WorkspaceContext = createContext<Workspace | null>(null);

export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** Returns the workspace in the URL, with the user's role in it. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for screens below /w/{workspaceId}.');
  return workspace;
}

/**
 * Whether the user has the permission in this workspace. Decides only what is shown: the service checks each request
 * itself.
 */
export const useMay = (permission: Permission): boolean => mayIn(useWorkspace(), permission);
