declare module 'vitest' {
  /** The values that global-setup.ts provides to every test file. */
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalAddress: string;
    /** The folder that the files of one run share, deleted after the run. */
    runFolder: string;
    /** The path of the browser for test/browser; null if this machine has none and cannot install one. */
    chromiumPath: string | null;
    /** The folder for the data of stacks that several test files use. */
    stacksFolder: string;
  }
}

export const templateDatabase = 'punctual_template';
export const temporalNamespace = 'default';
