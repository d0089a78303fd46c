import { platformNames, type Platform } from '../lib/platform-looks.js';
import { PlatformMark } from './platform-mark.js';

/** The marks of a post's platforms, each once, with their names for screen readers and as a tooltip. */
export function PlatformMarks(props: {
  targets: readonly { platform: Platform }[];
  /** The number of marks that are shown. All are named. */
  max?: number;
  className?: string;
}) {
  const { targets, max, className } = props;
  const platforms = [...new Set(targets.map(({ platform }) => platform))];
  if (platforms.length === 0) return null;
  const words = platforms.map((platform) => platformNames[platform]).join(', ');
  return (
    <span title={words} className="inline-flex flex-wrap gap-1">
      {platforms.slice(0, max).map((platform) => (
        <PlatformMark key={platform} platform={platform} {...(className !== undefined && { className })} />
      ))}
      <span className="sr-only">{words}</span>
    </span>
  );
}
