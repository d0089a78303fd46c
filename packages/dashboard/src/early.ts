import { whenFollowed } from './api/early.js';
import './messages/preload.js';
import type { UrlParams } from './lib/use-url-params.js';

interface Early {
  /** Requests the data of a screen before the code that reads them is loaded. */
  requestEarly: (
    workspaceId: string,
    search: UrlParams,
    request: (path: string) => Promise<Response>,
  ) => Promise<void>;
}

const screens = import.meta.glob<Early>('./screens/*/early.ts');
const { pathname, search } = globalThis.location;
const [, workspaceId = '', screen = ''] = /^\/w\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? [];

/** Loaded while the stream opens. What fails here is requested again by the screen, which reports it. */
const loading = screens[`./screens/${screen}/early.ts`]?.();
loading?.catch(() => undefined);
if (loading !== undefined)
  whenFollowed
    .then(async (request) => {
      const { requestEarly } = await loading;
      await requestEarly(workspaceId, Object.fromEntries(new URLSearchParams(search)), request);
    })
    .catch(() => undefined);
