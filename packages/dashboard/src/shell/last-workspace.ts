import { useParams } from '@tanstack/react-router';

const storageKey = 'punctual.workspace';

/** Where the start leads: the workspace that was open last. */
export const lastWorkspaceId = (): string | null => globalThis.localStorage.getItem(storageKey);

export function keepLastWorkspace(id: string): void {
  globalThis.localStorage.setItem(storageKey, id);
}

/** That of the address; on the screens of the person, whence they came. */
export function useShownWorkspaceId(): string | undefined {
  const { workspaceId }: { workspaceId?: string } = useParams({ strict: false });
  return workspaceId ?? lastWorkspaceId() ?? undefined;
}
