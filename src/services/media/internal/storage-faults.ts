import { AppError } from '../../../domain/errors.js';

/**
 * Translates errors of the storage for callers. A failure becomes STORAGE_WRITE_FAILED, because it is temporary and our
 * fault; a full disk becomes STORAGE_FULL. Errors that are meant for callers pass unchanged.
 */
export async function fromStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw isDiskFull(cause) ? storageFull(cause) : storageFailed(cause);
  }
}

function storageFailed(cause: unknown): AppError<'STORAGE_WRITE_FAILED'> {
  return new AppError(
    'STORAGE_WRITE_FAILED',
    'The storage did not accept the file. Try again.',
    {},
    { cause },
  );
}

export function storageFull(cause?: unknown): AppError<'STORAGE_FULL'> {
  return new AppError('STORAGE_FULL', 'The server has too little free space for this file.', {}, { cause });
}

function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');
}

/**
 * Whether the error has this class. Compares the classes' unique names, because services may import only their types.
 */
export function isNamed<E extends Error>(thrown: unknown, name: E['name']): thrown is E {
  return thrown instanceof Error && thrown.name === name;
}
