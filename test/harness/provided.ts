declare module 'vitest' {
  /** What global-setup.ts hands to every test file. */
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalAddress: string;
    /** What the files of one run share lies here, and goes with the run. */
    runFolder: string;
    /** The browser for test/browser; null where this machine has none and cannot get one. */
    chromiumPath: string | null;
  }
}

export const templateDatabase = 'punctual_template';
export const temporalNamespace = 'default';
