/** The two ways to write a post: `platforms` with `content`, or `targets` with `caption`. */
export type Shape = 'flat' | 'nested';

/** The names that differ between the shapes. Findings name a part of a post by its path in the request. */
export const partNames = {
  flat: { caption: 'content', targets: 'platforms', account: 'accountId' },
  nested: { caption: 'caption', targets: 'targets', account: 'socialAccountId' },
} as const satisfies Record<Shape, object>;

/** The shape of the request that created a post. Errors about the stored post use its names. */
export const shapeOfPost = (post: { createdViaFlatShape: boolean }): Shape =>
  post.createdViaFlatShape ? 'flat' : 'nested';
