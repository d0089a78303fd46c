import { validationFailed } from '../../../domain/errors.js';

interface CountLimit {
  /** The number after the change. */
  wanted: number;
  max: number;
  /** The subject and object of the message: "A workspace can have at most 5 accounts." */
  owner: string;
  things: string;
  code: string;
  path: string;
}

/** Throws VALIDATION_FAILED if the number would exceed the limit (`src/domain/limits.ts`). */
export function requireCount({ wanted, max, owner, things, code, path }: CountLimit): void {
  if (wanted <= max) return;
  const message = `${owner} can have at most ${max.toLocaleString('en')} ${things}.`;
  throw validationFailed([{ path, code, message, limit: max, actual: wanted }]);
}
