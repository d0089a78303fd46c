import { createContext, use, type ReactNode } from 'react';
import type { Permission } from '../../../../src/domain/roles.js';
import { mayIn, type Workspace } from './session.js';

const WorkspaceContext = createContext<Workspace | null>(null);

export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** The workspace named in the URL, with the user's role in it. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for screens below /w/{workspaceId}.');
  return workspace;
}

/**
 * Whether the user has the permission here. It only decides what is shown, because the service checks each request.
 */
export const useMay = (permission: Permission): boolean => mayIn(useWorkspace(), permission);
