import type { PostRow } from './post-records.js';

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
