import type { PlatformInfo } from './api.js';
import { bytesOf, countText, unitWords } from './count-text.js';
import type { Options } from './draft.js';

/** How much of the platform's measure a text takes. Over it, it says so in words. */
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
  // X takes more from accounts that pay, how much its options say; the check by the service knows.
  const isLong = options['longPost'] === true && !isComment;
  const max = isComment ? (limits.firstCommentMax ?? limits.textMax) : limits.textMax;
  const bytes = limits.textBytesMax === null ? 0 : bytesOf(text);
  const isOver = !isLong && (used > max || (limits.textBytesMax !== null && bytes > limits.textBytesMax));
  const count = new Intl.NumberFormat();
  return (
    <span className={`block ${isOver ? 'font-medium text-bad' : ''}`}>
      {name}: {count.format(used)}
      {isLong ? ' ' : ` of ${count.format(max)} `}
      {unitWords[limits.textUnit]}
      {!isLong && used > max && `, ${count.format(used - max)} over the limit`}
      {limits.textBytesMax !== null &&
        bytes > limits.textBytesMax &&
        `, ${count.format(bytes - limits.textBytesMax)} bytes over the limit`}
    </span>
  );
}
