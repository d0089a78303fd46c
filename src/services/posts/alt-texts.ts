import { validationFailed } from './content.js';
import type { PostRow } from './post-records.js';

/** Alternative texts are for media that the post, or one of its targets, has: other names are slips. */
export function checkAltTexts(
  given: Readonly<Record<string, string>>,
  mediaIds: readonly string[],
  targets: readonly { mediaIds: readonly string[] }[],
): void {
  const known = new Set([...mediaIds, ...targets.flatMap((target) => target.mediaIds)]);
  const details = Object.keys(given)
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `mediaAltText.${id.slice(0, 100)}`,
      code: 'unknown_media',
      message: 'The post has no such media asset.',
    }));
  if (details.length > 0) throw validationFailed(details);
}

/**
 * Alternative texts of media that targets alone name: those of the post's own media stand beside these. What an update
 * does not speak of stays as it was.
 */
export function altTextsBeside(
  given: Readonly<Record<string, string>>,
  mediaIds: readonly string[],
  targets: readonly { mediaIds: readonly string[] }[],
  earlier: PostRow['mediaAltText'] = null,
): PostRow['mediaAltText'] {
  const ids = new Set(targets.flatMap((target) => target.mediaIds));
  for (const id of mediaIds) ids.delete(id);
  const found = [...ids].flatMap((id) => {
    const altText = given[id] ?? earlier?.[id];
    return altText === undefined ? [] : [[id, altText] as const];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
