/**
 * The launcher's only use of HTTP: it queries its own child processes and downloads one pinned file. The product does
 * not use this file.
 */

const askTimeoutMs = 3_000;

/** The status of the response, or undefined if there is none. */
export async function httpStatus(url: string, timeoutMs = askTimeoutMs): Promise<number | undefined> {
  try {
    // oxlint-disable-next-line punctual/no-bare-fetch -- loopback, to a child of ours
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}

/** The body of a response with status 200. Undefined for any other response, or none. */
export async function httpText(url: string, timeoutMs = askTimeoutMs): Promise<string | undefined> {
  try {
    // oxlint-disable-next-line punctual/no-bare-fetch -- loopback, to a child of ours
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    return response.status === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}

const sendTimeoutMs = 20_000;

/** Sends one request to a child process and returns its response as text. Throws if there is none. */
export async function sendRequest(
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
): Promise<{ status: number; text: string }> {
  // oxlint-disable-next-line punctual/no-bare-fetch -- loopback, to a child of ours
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(sendTimeoutMs) });
  return { status: response.status, text: await response.text() };
}

export interface DownloadLimits {
  /** The time until the response headers. Short, because networks without internet access are common. */
  answerTimeoutMs: number;
  /** The longest pause between two pieces of the body. */
  stallTimeoutMs: number;
  bytesMax: number;
}

/** Streams a file in chunks, with the length that the server announced. Every wait and the size are limited. */
export async function openDownload(
  url: string,
  limits: DownloadLimits,
  stop?: AbortSignal,
): Promise<{ bytesTotal: number | undefined; pieces: AsyncGenerator<Uint8Array> }> {
  const abort = new AbortController();
  const armed = (timeoutMs: number, what: string): NodeJS.Timeout =>
    setTimeout(() => abort.abort(new Error(`${what} for ${timeoutMs / 1000} s`)), timeoutMs);
  const answerTimer = armed(limits.answerTimeoutMs, 'no answer');
  // oxlint-disable-next-line punctual/no-bare-fetch -- a file whose digest is checked; see the top of this file
  const response = await fetch(url, {
    signal: stop ? AbortSignal.any([abort.signal, stop]) : abort.signal,
  }).finally(() => clearTimeout(answerTimer));
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`HTTP status ${response.status}`);
  }
  const length = Number(response.headers.get('content-length'));
  return { bytesTotal: length > 0 ? length : undefined, pieces: readPieces(response.body, limits, armed) };
}

async function* readPieces(
  body: ReadableStream<Uint8Array>,
  limits: DownloadLimits,
  armed: (timeoutMs: number, what: string) => NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let timer = armed(limits.stallTimeoutMs, 'nothing came');
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      bytes += piece.length;
      if (bytes > limits.bytesMax) throw new Error(`more than ${limits.bytesMax} bytes arrived`);
      yield piece;
      timer = armed(limits.stallTimeoutMs, 'nothing came');
    }
  } finally {
    clearTimeout(timer);
  }
}
