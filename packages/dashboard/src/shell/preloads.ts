import type { UrlParams } from '../lib/use-url-params.js';

interface Preload {
  /** Starts to read the data of a screen while its component is still being loaded. */
  preload: (workspaceId: string, search: UrlParams) => Promise<void>;
}

const preloads = import.meta.glob<Preload>('../screens/*/preload.ts');

/** Loads the code that preloads the data of a screen, if the screen has any. */
export const loadPreload = (screen: string): Promise<Preload> | undefined =>
  preloads[`../screens/${screen}/preload.ts`]?.();

/** The screen in the URL is known before its route is. */
const [, screenInUrl = ''] = /^\/w\/[^/]+\/([\w-]+)$/.exec(globalThis.location.pathname) ?? [];
loadPreload(screenInUrl)?.catch(() => undefined);
