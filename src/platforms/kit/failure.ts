import type { PlatformFailure, Published } from '../../domain/platform-failure.js';

export type { PlatformFailure, Published };

/** Ends a connector's method with a failure, which its caller gets as a value (`openConnector`). */
export class PlatformFailed extends Error {
  override readonly name = 'PlatformFailed';
  readonly failure: PlatformFailure;

  constructor(failure: PlatformFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

/** The failure in an exception. All other exceptions are rethrown. */
export function failureIn(error: unknown): PlatformFailure {
  if (error instanceof PlatformFailed) return error.failure;
  throw error;
}

/**
 * Runs a step whose failure does not end the method. Returns the step's value, or what `handle` returns for
 * the failure.
 */
export async function onFailure<T, U>(
  step: Promise<T>,
  handle: (failure: PlatformFailure) => U | Promise<U>,
): Promise<T | U> {
  try {
    return await step;
  } catch (error) {
    return handle(failureIn(error));
  }
}
