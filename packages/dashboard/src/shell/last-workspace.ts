import { useParams } from '@tanstack/react-router';

const storageKey = 'punctual.workspace';

/** Returns the id of the workspace that was open last. The start page opens it. */
export const lastWorkspaceId = (): string | null => globalThis.localStorage.getItem(storageKey);

export function keepLastWorkspace(id: string): void {
  globalThis.localStorage.setItem(storageKey, id);
}

/** Returns the id of the workspace in the URL. On the user's own pages, it is the workspace that was open last. */
export function useShownWorkspaceId(): string | undefined {
  const { workspaceId }: { workspaceId?: string } = useParams({ strict: false });
  return workspaceId ?? lastWorkspaceId() ?? undefined;
}
