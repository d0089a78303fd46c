import { NoSuchObjectError } from './storage.js';

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NoSuchUpload', 'NotFound'].includes(error.name);
}

export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

export async function missingAs<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw isMissing(cause) ? new NoSuchObjectError('no such object', { cause }) : cause;
  }
}
