declare module 'vitest' {
  /** What global-setup.ts hands to every test file. */
  interface ProvidedContext {
    postgresUrl: string;
    templateDatabase: string;
    temporalAddress: string;
  }
}

export const templateDatabase = 'punctual_template';
export const temporalNamespace = 'default';
