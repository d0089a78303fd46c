import { useParams } from '@tanstack/react-router';

const storageKey = 'punctual.workspace';

/** The workspace that was open last, where the start leads. */
export const lastWorkspaceId = (): string | null => globalThis.localStorage.getItem(storageKey);

export function keepLastWorkspace(id: string): void {
  globalThis.localStorage.setItem(storageKey, id);
}

/** The workspace in the URL. On the user's own pages, it is the one they came from. */
export function useShownWorkspaceId(): string | undefined {
  const { workspaceId }: { workspaceId?: string } = useParams({ strict: false });
  return workspaceId ?? lastWorkspaceId() ?? undefined;
}
