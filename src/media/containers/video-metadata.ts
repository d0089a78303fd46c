import { UnreadableMedia, viewOf } from './container.js';
import { boxesIn, codeAt, type VideoBox } from './video-boxes.js';

/**
 * Metadata about the software that wrote the file, or that players need. None of it reveals who recorded the video,
 * where, or how.
 */
const harmlessItems = new Set(['©too', '©enc', '©swr', 'name', 'tagc', 'hnti', 'hinf', 'free', 'skip']);
const harmlessKeys =
  /^(encoder|major_brand|minor_version|compatible_brands|com\.android\.(version|capture\.fps))$/;

/** Whether a box of user data or metadata contains more than harmless metadata. True if it cannot be read. */
export function tellsMore(box: VideoBox): boolean {
  try {
    return box.type === 'meta' ? metaTellsMore(box) : boxesIn(box.body).some(itemTellsMore);
  } catch (error) {
    if (error instanceof UnreadableMedia) return true;
    throw error;
  }
}

function itemTellsMore(item: VideoBox): boolean {
  return item.type === 'meta' ? metaTellsMore(item) : !harmlessItems.has(item.type);
}

/**
 * Whether a `meta` box contains more than harmless metadata. In MP4 the box starts with a version; in QuickTime it does
 * not.
 */
function metaTellsMore({ body }: VideoBox): boolean {
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
