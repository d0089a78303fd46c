import {
  errorAt,
  isAppError,
  pathOf,
  ruleViolated,
  validationFailed,
  type AppError,
  type ErrorDetail,
} from '../../../domain/errors.js';
import type { RequestContext } from '../../../services/shared/context.js';
import { getPost } from '../../../services/posts/get.js';

/** The two ways to write a post: `platforms` with `content`, or `targets` with `caption`. */
export type Shape = 'flat' | 'nested';

/**
 * Services name a part of a post by its path: `caption`, `targets.0.socialAccountId`. The nested shape has
 * the same names. This returns those of the flat shape.
 */
function pathIn(shape: Shape, path: string): string {
  if (shape === 'nested') return path;
  if (path === 'caption') return 'content';
  if (path === 'targets') return 'platforms';
  return path.replace(/^targets\.(\d+)(\.socialAccountId$)?/, (_, index: string, account?: string) =>
    account === undefined ? `platforms.${index}` : `platforms.${index}.accountId`,
  );
}

export function inShape<F extends ErrorDetail>(shape: Shape, findings: readonly F[]): F[] {
  return findings.map((finding) => ({ ...finding, path: pathIn(shape, finding.path) }));
}

/** Runs a verb, and translates the paths in its errors into those of the request. */
export async function speaking<T>(shape: Shape, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw translated(shape, error);
  }
}

/** The same for a stored post: errors use the paths of the shape that created it. */
export async function speakingOf<T>(ctx: RequestContext, postId: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    // Most findings are about the request itself, and the same in both shapes.
    if (translated('flat', error) === error) throw error;
    const { createdViaFlatShape } = await getPost(ctx, { postId });
    throw translated(createdViaFlatShape ? 'flat' : 'nested', error);
  }
}

/** The findings about a body, by the rules of requests or of platforms. */
function findingsOf({ extras }: AppError): readonly ErrorDetail[] | undefined {
  return 'details' in extras ? extras.details : undefined;
}

function translated(shape: Shape, error: unknown): unknown {
  if (!isAppError(error)) return error;
  const found = findingsOf(error);
  const path = pathOf(error);
  if (found === undefined) {
    const inside = path === undefined ? undefined : pathIn(shape, path);
    return inside === undefined || inside === path ? error : errorAt(inside, error);
  }
  if (found.every((finding) => pathIn(shape, finding.path) === finding.path)) return error;
  // The message names the first finding, so it is built again.
  const build = error.code === 'VALIDATION_FAILED' ? validationFailed : ruleViolated;
  return build(inShape(shape, found));
}
