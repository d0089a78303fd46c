declare module 'vitest' {
  /** What global-setup.ts hands to every test file. */
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalAddress: string;
    /** What the files of one run share lies here, and goes with the run. */
    runFolder: string;
  }
}

export const templateDatabase = 'punctual_template';
export const temporalNamespace = 'default';
