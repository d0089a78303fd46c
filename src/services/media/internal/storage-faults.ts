import { AppError } from '../../../domain/errors.js';

/**
 * A storage failure is our fault and temporary: callers get STORAGE_WRITE_FAILED. A full disk is not temporary: they
 * get STORAGE_FULL. Errors that are meant for callers pass unchanged.
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
 * Compares names, because services may import only types from the storage, and each of its error classes has a unique
 * name.
 */
export function isNamed<E extends Error>(thrown: unknown, name: E['name']): thrown is E {
  return thrown instanceof Error && thrown.name === name;
}
