import { validationFailed, type AppError } from '../../../domain/errors.js';
import type { PostRecord } from '../../post-records/records.js';

/** Only a draft may lack accounts: a person can write first, and choose them later. */
export function targetsMissing(message: string): AppError<'VALIDATION_FAILED'> {
  return validationFailed([{ path: 'targets', code: 'too_small', message }]);
}

/** Refuses to publish a post without targets. */
export function checkHasTargets({ targets }: Pick<PostRecord, 'targets'>): void {
  if (targets.length > 0) return;
  throw targetsMissing('The post has no accounts yet. Choose at least one, then schedule it.');
}
