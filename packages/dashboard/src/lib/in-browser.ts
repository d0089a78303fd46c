/** Unit tests have no browser. */
export const inBrowser = typeof document !== 'undefined';
