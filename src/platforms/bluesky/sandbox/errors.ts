export function xrpcError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error, message }, { status, headers });
}

export const expiredToken = (): Response => xrpcError(400, 'ExpiredToken', 'Token has expired');
