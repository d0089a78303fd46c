/**
 * The keys of cached queries. All keys of a workspace begin with `workspace`, so that one `invalidateQueries({
 * queryKey: keys.of(id, 'api-keys') })` refreshes all pages and filters of a resource.
 */
export const keys = {
  session: ['session'] as const,
  workspaces: ['workspaces'] as const,
  platforms: ['platforms'] as const,
  apps: ['apps'] as const,
  of: (workspaceId: string, resource: string, ...more: readonly unknown[]) =>
    ['workspace', workspaceId, resource, ...more] as const,
};
