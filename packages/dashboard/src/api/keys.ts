/**
 * The names of what is read. Everything of a workspace begins with `workspace`, so that one call of
 * `invalidateQueries({ queryKey: keys.of(id, 'api-keys') })` reads all pages and filters of a resource again.
 */
export const keys = {
  session: ['session'] as const,
  workspaces: ['workspaces'] as const,
  platforms: ['platforms'] as const,
  of: (workspaceId: string, resource: string, ...more: readonly unknown[]) =>
    ['workspace', workspaceId, resource, ...more] as const,
};
