import { validationFailed, type AppError } from '../../../domain/errors.js';
import { partNames, shapeOfPost, type Shape } from '../../../domain/request-shape.js';
import type { PostRecord } from '../../post-records/records.js';

/** The error for a post without accounts. Only a draft may lack them, so that a user can choose them later. */
export function targetsMissing(shape: Shape, message: string): AppError<'VALIDATION_FAILED'> {
  return validationFailed([{ path: partNames[shape].targets, code: 'too_small', message }]);
}

/** Throws if the post has no targets to publish. */
export function checkHasTargets({ post, targets }: Pick<PostRecord, 'post' | 'targets'>): void {
  if (targets.length > 0) return;
  throw targetsMissing(
    shapeOfPost(post),
    'The post has no accounts yet. Choose at least one, then schedule it.',
  );
}
