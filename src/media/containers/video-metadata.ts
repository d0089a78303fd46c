import { UnreadableMedia, viewOf } from './container.js';
import { boxesIn, codeAt, type VideoBox } from './video-boxes.js';

// Private metadata reveal who recorded the video, where, or how. The lists below name what is not private: metadata about
// the software that wrote the file, and what players need. Everything that they do not name counts as private.

/** Types of boxes. */
const harmlessItems = new Set(['©too', '©enc', '©swr', 'name', 'tagc', 'hnti', 'hinf', 'free', 'skip']);
/** Names in the `keys` box, to which the entries of an `ilst` box refer by number. */
const harmlessKeys =
  /^(encoder|major_brand|minor_version|compatible_brands|com\.android\.(version|capture\.fps))$/;

/** Whether a box of user data or metadata contains private metadata. True if it cannot be read. */
export function hasPrivateMetadata(box: VideoBox): boolean {
  try {
    return box.type === 'meta' ? isPrivateMeta(box) : boxesIn(box.body).some(isPrivateItem);
  } catch (error) {
    if (error instanceof UnreadableMedia) return true;
    throw error;
  }
}

function isPrivateItem(item: VideoBox): boolean {
  return item.type === 'meta' ? isPrivateMeta(item) : !harmlessItems.has(item.type);
}

/** Whether a `meta` box contains private metadata. */
function isPrivateMeta({ body }: VideoBox): boolean {
  // In MP4 the box starts with a version of four bytes; in QuickTime it does not.
  const inside = boxesIn(codeAt(body, 4) === 'hdlr' ? body : body.subarray(4));
  const keys = inside.filter(({ type }) => type === 'keys').flatMap(keyNames);
  return inside.some((box) => {
    if (['hdlr', 'keys', 'free', 'skip'].includes(box.type)) return false;
    if (box.type !== 'ilst') return true;
    return boxesIn(box.body).some(({ type, bytes }) => {
      const key = keys[viewOf(bytes).getUint32(4) - 1];
      return key === undefined ? !harmlessItems.has(type) : !harmlessKeys.test(key);
    });
  });
}

function keyNames({ body }: VideoBox): string[] {
  return boxesIn(body.subarray(8)).map((entry) => String.fromCharCode(...entry.body.subarray(0, 256)));
}
