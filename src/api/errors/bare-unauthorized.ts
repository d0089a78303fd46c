/**
 * The operations whose 401 body has only statusCode, message and requestId (docs/contract.md#bare-401).
 * The paths are those of the API's description, relative to /api/v1.
 */
const bareUnauthorizedOperations = [
  { method: 'post', path: '/posts/{id}/schedule' },
  { method: 'post', path: '/connect-sessions/{id}/import' },
  { method: 'post', path: '/comments/{id}/read' },
] as const;

export function isBareUnauthorized(method: string, path: string): boolean {
  return bareUnauthorizedOperations.some(
    (operation) => operation.method === method.toLowerCase() && operation.path === path,
  );
}

/** Like `isBareUnauthorized`, but by a request's path, because its route is not known before authentication. */
export function isBareUnauthorizedRequest(method: string, requestPath: string): boolean {
  return bareUnauthorizedOperations.some(({ method: listed, path }) => {
    if (listed !== method.toLowerCase()) return false;
    const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^/api/v1${pattern}$`).test(requestPath);
  });
}
