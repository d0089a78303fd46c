/** A URL for uploading bytes, which the API has signed. */
export interface SignedUrl {
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
}

export type Send = (
  signedUrl: SignedUrl,
  body: Blob,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
) => Promise<void>;

/** The storage did not accept the bytes, because the URL has expired or the connection failed. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

/** Headers that browsers set themselves and that scripts may not set. */
const ownHeaders = new Set(['content-length', 'host']);

/** Sends bytes with XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export const sendByRequest: Send = ({ method, url, headers }, body, signal, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) {
      if (!ownHeaders.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new UploadRefused(`The storage server responded with status ${request.status}.`));
    });
    request.addEventListener('error', () =>
      reject(new UploadRefused('The storage server is not responding.')),
    );
    request.addEventListener('abort', () => reject(new UploadRefused('The upload was canceled.')));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) reject(new UploadRefused('The upload was canceled.'));
    else request.send(body);
  });
