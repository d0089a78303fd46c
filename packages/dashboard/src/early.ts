import { requestEarly } from './api/early.js';
import './messages/preload.js';
import type { UrlParams } from './lib/use-url-params.js';

interface Early {
  /** Returns the path of a request that a screen will send, so that it is sent before the screen's code is loaded. */
  earlyPath: (workspaceId: string, search: UrlParams) => string;
}

const screens = import.meta.glob<Early>('./screens/*/early.ts');
const { pathname, search } = globalThis.location;
const [, workspaceId = '', screen = ''] = /^\/w\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? [];

// If this fails, the screen requests the data again and reports the failure.
screens[`./screens/${screen}/early.ts`]?.()
  .then(({ earlyPath }) => {
    requestEarly(earlyPath(workspaceId, Object.fromEntries(new URLSearchParams(search))));
  })
  .catch(() => undefined);
