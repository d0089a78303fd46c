import type { PlatformInfo } from './api.js';
import { bytesOf, countText, unitLabels } from './count-text.js';
import type { Options } from './draft.js';

/** Shows how much of the platform's limit a text uses, and says if it is too long. */
export function Counter(props: {
  name: string;
  text: string;
  platform: PlatformInfo;
  options?: Options;
  isComment?: boolean;
}) {
  const { name, text, platform, options = {}, isComment = false } = props;
  const { limits } = platform;
  if (limits === null) return null;
  const used = countText(text, limits.textUnit);
  // X allows longer posts for paying accounts. That limit is unknown here, so only the service checks it.
  const isLong = options['longPost'] === true && !isComment;
  const max = isComment ? (limits.firstCommentMax ?? limits.textMax) : limits.textMax;
  const bytes = limits.textBytesMax === null ? 0 : bytesOf(text);
  const isOver = !isLong && (used > max || (limits.textBytesMax !== null && bytes > limits.textBytesMax));
  const count = new Intl.NumberFormat();
  return (
    <span className={`block ${isOver ? 'font-medium text-bad' : ''}`}>
      {name}: {count.format(used)}
      {isLong ? ' ' : ` of ${count.format(max)} `}
      {unitLabels[limits.textUnit]}
      {!isLong && used > max && `, ${count.format(used - max)} over the limit`}
      {limits.textBytesMax !== null &&
        bytes > limits.textBytesMax &&
        `, ${count.format(bytes - limits.textBytesMax)} bytes over the limit`}
    </span>
  );
}
