const keptMax = 200;

interface Kept {
  etag: string;
  body: string;
}

/**
 * The last responses with their ETags, by URL, so that polling an unchanged resource transfers no body. The browser
 * does not cache them itself, because they are "no-store". They are discarded with the page or at the end of the
 * session.
 */
const kept = new Map<string, Kept>();

export const forgetAnswers = (): void => kept.clear();

export function conditional(request: Request): Request {
  const known = request.method === 'GET' ? kept.get(request.url) : undefined;
  if (known !== undefined) request.headers.set('if-none-match', known.etag);
  return request;
}

/** Stores a response with its ETag and returns it. For a 304, returns the stored response instead. */
export async function remembered(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'GET') return response;
  const known = kept.get(request.url);
  if (response.status === 304 && known !== undefined) {
    const headers = new Headers({ 'content-type': 'application/json', etag: known.etag });
    // The body comes from the cache, but the date must be current, because callers use it as the service's clock.
    const date = response.headers.get('date');
    if (date !== null) headers.set('date', date);
    return new Response(known.body, { status: 200, headers });
  }
  const etag = response.headers.get('etag');
  if (!response.ok || etag === null) return response;
  const body = await response.clone().text();
  kept.delete(request.url);
  kept.set(request.url, { etag, body });
  for (const oldest of kept.keys()) {
    if (kept.size <= keptMax) break;
    kept.delete(oldest);
  }
  return response;
}
