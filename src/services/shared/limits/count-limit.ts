import { validationFailed } from '../../../domain/errors.js';

interface CountLimit {
  /** How many there would be. */
  wanted: number;
  max: number;
  /** The subject and object of the message: "A workspace can have at most 5 accounts." */
  owner: string;
  things: string;
  code: string;
  path: string;
}

/** Refuses what would be more than the limit (`src/domain/limits.ts`). */
export function requireCount({ wanted, max, owner, things, code, path }: CountLimit): void {
  if (wanted <= max) return;
  const message = `${owner} can have at most ${max.toLocaleString('en')} ${things}.`;
  throw validationFailed([{ path, code, message, limit: max, actual: wanted }]);
}
