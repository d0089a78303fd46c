/** A problem that the person at the terminal can fix. It is printed as one sentence, without a stack trace. */
export class LauncherFault extends Error {
  override readonly name = 'LauncherFault';
}

/** The error of a startup that was abandoned because the stack is being stopped. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('The stack is being stopped.');
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
