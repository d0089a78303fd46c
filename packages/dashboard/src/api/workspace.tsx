import { createContext, use, type ReactNode } from 'react';
import type { Permission } from '../lib/roles.js';
import { mayIn, type Workspace } from './session.js';

const WorkspaceContext = createContext<Workspace | null>(null);

export function WorkspaceProvider({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** The workspace of the address, with the role that this person has in it. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for screens below /w/{workspaceId}.');
  return workspace;
}

/** Whether this person may do it here. It decides what is shown; the service decides what is done. */
export const useMay = (permission: Permission): boolean => mayIn(useWorkspace(), permission);
