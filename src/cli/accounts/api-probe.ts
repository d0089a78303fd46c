import type { SafeFetch } from '../../egress/safe-fetch.js';

const apiTimeoutMs = 5_000;

/** Tells whether the API answers at a URL. */
export const apiProbe =
  (safeFetch: SafeFetch) =>
  (publicUrl: string): Promise<boolean> =>
    safeFetch({ url: `${publicUrl}/healthz`, method: 'GET', timeoutMs: apiTimeoutMs }).then(
      ({ status }) => status === 200,
      () => false,
    );
